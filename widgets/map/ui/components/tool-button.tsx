import type { ComponentPropsWithRef, ReactNode } from 'react';

interface ToolButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'title' | 'aria-label' | 'type'> {
  /** The label for screen readers, shown on hover. */
  readonly label: string;
  readonly icon: ReactNode;
  /** A count beside the icon, such as 3/10. */
  readonly count?: string | undefined;
}

/** A square icon button for toolbars and panels. */
export function ToolButton({ label, icon, count, className = '', ...rest }: ToolButtonProps) {
  return (
    <button {...rest} type="button" aria-label={label} title={label} className={`km-tool ${className}`}>
      {icon}
      {/* Hidden: the label contains the count as text, but would not start with it. */}
      {count === undefined ? null : <span className="km-tool-count" data-count={count} />}
    </button>
  );
}
