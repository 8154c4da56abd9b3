import type { MouseEvent, ReactNode } from 'react';

/** A link from the panel to a page of the product. */
export interface Destination {
  readonly href: string;
  /** The title of the page, if known. */
  readonly label: string | null;
  /** Whether a new window opens, as on other sites; in the product the page opens in place. */
  readonly newWindow: boolean;
  /** Opens the page without loading a document. */
  readonly onGo?: () => void;
}

/** Resolves a path; null where the user may not open the page. */
export type Route = (path: string) => Destination | null;

interface DestinationLinkProps {
  readonly to: Destination;
  readonly className: string;
  /** The text that tells screen readers that a new window opens. */
  readonly newWindow: string;
  readonly children: ReactNode;
}

/** A link that uses the product's router where there is one, and opens a new window elsewhere. */
export function DestinationLink({ to, className, newWindow, children }: DestinationLinkProps) {
  function go(event: MouseEvent): void {
    // With a modifier key the browser opens the link itself.
    if (!to.onGo || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    to.onGo();
  }
  return (
    <a
      className={className}
      href={to.href}
      onClick={go}
      {...(to.newWindow ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
      {to.newWindow ? <span className="kc-sr"> ({newWindow})</span> : null}
    </a>
  );
}
