import type { ComponentPropsWithRef, ReactNode } from 'react';

interface ToolButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'title' | 'aria-label' | 'type'> {
  /** The label for screen readers, shown on hover. */
  readonly label: string;
  readonly icon: ReactNode;
  /** A count beside the icon, such as 3/10. */
  readonly count?: string | undefined;
}

/** A square button with an icon, as toolbars and panels have them. */
export function ToolButton({ label, icon, count, className = '', ...rest }: ToolButtonProps) {
  return (
    <button {...rest} type="button" aria-label={label} title={label} className={`km-tool ${className}`}>
      {icon}
      {/* Drawn, not written: the label says it in words, and would not begin with it. */}
      {count === undefined ? null : <span className="km-tool-count" data-count={count} />}
    </button>
  );
}
