import styles from "./Brand.module.css";

/** The network's name, with its logo where it has one. */
export function Brand({ name, logo }: { name: string; logo: string }) {
  if (!logo) return name;
  return (
    <span className={styles.brand}>
      <img src={logo} alt="" className={styles.logo} />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
