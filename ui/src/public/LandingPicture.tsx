import styles from "./LandingPicture.module.css";

/** A bank of the picture, drawn at its place. */
const BANKS = [
  { x: 96, y: 96 },
  { x: 224, y: 96 },
  { x: 96, y: 232 },
  { x: 224, y: 232 },
] as const;

/**
 * What the network does, drawn quietly: an owner without a name on one side, a company that wants to go
 * on with its work on the other, the banks between them. The text beside it says the same.
 */
export function LandingPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 320 328" aria-hidden="true">
      <g className={styles.lines}>
        <path d="M96 96H224V232H96Z" />
        <path d="M96 96L224 232M224 96L96 232" />
        <path d="M34 164H96M224 164H286" strokeDasharray="5 6" />
      </g>
      {/* The seller: a shop whose sign is covered. */}
      <g className={styles.house}>
        <path d="M12 160L34 142L56 160V186H12Z" />
        <rect className={styles.veil} x="18" y="160" width="32" height="9" rx="4.5" />
        <path d="M29 186V175H39V186" />
      </g>
      {/* The buyer: a house with an open door. */}
      <g className={styles.house}>
        <path d="M264 160L286 142L308 160V186H264Z" />
        <path d="M281 186V173H291V186" />
        <path d="M272 166H277M295 166H300" />
      </g>
      {BANKS.map(({ x, y }) => (
        <g key={`${x} ${y}`} className={styles.bank} transform={`translate(${x - 24} ${y - 24})`}>
          <circle cx="24" cy="24" r="24" />
          <path d="M12 20L24 12L36 20Z" />
          <path d="M16 23V32M22 23V32M28 23V32M34 23V32M12 35H36" />
        </g>
      ))}
      {/* What both sides agree to before a name is told. */}
      <g className={styles.lock}>
        <circle cx="160" cy="164" r="26" />
        <rect x="149" y="161" width="22" height="16" rx="3" />
        <path d="M153 161V156A7 7 0 0 1 167 156V161" />
      </g>
      <g className={styles.words}>
        <text x="34" y="206">
          匿名
        </text>
        <text x="286" y="206">
          買手
        </text>
        <text x="160" y="46">
          金融機関のネットワーク
        </text>
        <text x="160" y="290">
          同意の後に、はじめて実名へ
        </text>
      </g>
    </svg>
  );
}
