import type { MouseEvent, ReactNode } from 'react';
import type { Destination } from './destination.ts';

interface DestinationLinkProps {
  readonly to: Destination;
  readonly className: string;
  /** Says that a new window opens, to those who do not see the sign. */
  readonly newWindow: string;
  readonly children: ReactNode;
}

/** A link that goes through the product's own router where there is one, and opens a window elsewhere. */
export function DestinationLink({ to, className, newWindow, children }: DestinationLinkProps) {
  function go(event: MouseEvent): void {
    // With a key held down the browser does what the person wants of it.
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
