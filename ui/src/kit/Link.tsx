import type { ReactNode } from "react";
import { Link as RouterLink } from "wouter";
import { Button } from "./Button";
import buttonStyles from "./Button.module.css";
import { type Part, useRefusal } from "./Deeds";
import styles from "./Link.module.css";

interface LinkProps {
  /** A path of this application, or an http(s), mailto or tel address. */
  href: string;
  children: ReactNode;
  /** Looks like a button but remains a link, since it only navigates. */
  button?: "primary" | "secondary" | "quiet";
  icon?: ReactNode;
  /**
   * Whose deed it leads to (team.md 2). To others a link that looks like a button is a button that says so; any
   * other is not there.
   */
  part?: Part;
  /** Replace the history entry instead of adding one. */
  replace?: boolean;
  onClick?: () => void;
  "aria-label"?: string;
  "aria-current"?: "page" | "true";
}

const isConsole = (path: string) => /^\/office(?:[/?#]|$)/.test(path);

/**
 * A link. Other sites open in a new tab, without opener or referrer. A link into the console loads
 * a new page: which session's cookies a page uses depends on the address from which it was loaded.
 */
export function Link({ href, children, button, icon, part, replace, ...rest }: LinkProps) {
  const refusal = useRefusal(part);
  if (refusal !== undefined)
    return button ? (
      <Button part={part} kind={button} icon={icon} aria-label={rest["aria-label"]}>
        {children}
      </Button>
    ) : null;
  const attributes = {
    className: button ? buttonStyles.button : styles.link,
    "data-kind": button,
    ...rest,
  };
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  if (/^(https?:|mailto:|tel:)/i.test(href)) {
    const elsewhere = /^https?:/i.test(href) ? { target: "_blank", rel: "noopener noreferrer" } : {};
    return (
      <a href={href} {...elsewhere} {...attributes}>
        {content}
        {elsewhere.target && <span className="visually-hidden">（新しいタブで開きます）</span>}
      </a>
    );
  }
  if (isConsole(href) && !isConsole(window.location.pathname))
    return (
      <a href={href} {...attributes}>
        {content}
      </a>
    );
  return (
    <RouterLink href={href} replace={replace} {...attributes}>
      {content}
    </RouterLink>
  );
}
