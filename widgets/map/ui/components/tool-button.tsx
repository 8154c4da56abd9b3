import type { ComponentPropsWithRef, ReactNode } from 'react';
import { style } from '../style/stylesheet.ts';

export interface ToolButtonProps extends Omit<
  ComponentPropsWithRef<'button'>,
  'title' | 'aria-label' | 'type'
> {
  /** What it does; read aloud, and shown on hover. */
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

style(`
.km .km-tool {
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  width: var(--km-control);
  height: var(--km-control);
  padding: 0;
  border: 0;
  border-radius: var(--km-radius);
  background: none;
  color: var(--km-text-2);
  cursor: pointer;
}
.km .km-tool > svg { width: 18px; height: 18px; stroke-width: 1.75; }
.km .km-tool:has(.km-tool-count) > svg { translate: 0 min(0px, (var(--km-control) - 44px) / 2); }
.km .km-tool:hover:not(:disabled, [aria-pressed='true']), .km .km-tool[aria-expanded='true'] {
  background: var(--km-hover);
  color: var(--km-text);
}
.km .km-tool:active:not(:disabled) { background: var(--km-press); }
.km .km-tool[aria-pressed='true'] { background: var(--km-accent-soft); color: var(--km-accent-strong); }
.km .km-tool:disabled { opacity: 0.4; cursor: not-allowed; }
.km .km-tool:focus-visible { outline-offset: -2px; }
.km-tool-count::after { content: attr(data-count); }
.km-tool-count {
  position: absolute;
  right: 1px;
  bottom: 0;
  padding: 0 3px;
  font-size: 10px;
  line-height: 12px;
  font-variant-numeric: tabular-nums;
}
.km .km-button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  min-height: var(--km-control);
  padding: 0 12px;
  border: 1px solid var(--km-line-control);
  border-radius: var(--km-radius);
  background: var(--km-surface);
  color: var(--km-text);
  font-weight: 550;
  line-height: 20px;
  cursor: pointer;
}
.km .km-button:hover:not(:disabled) { background: linear-gradient(var(--km-hover), var(--km-hover)), var(--km-surface); }
.km .km-button[data-kind='primary'] { border-color: transparent; background: var(--km-accent); color: var(--km-on-accent); }
.km .km-button[data-kind='primary']:hover:not(:disabled) { background: var(--km-accent-strong); }
.km .km-button[data-kind='danger'] { border-color: transparent; background: var(--km-danger); color: var(--km-on-danger); }
.km .km-button[data-kind='danger']:hover:not(:disabled) { background: color-mix(in srgb, var(--km-danger) 85%, black); }
.km .km-button[data-kind='quiet'] { border-color: transparent; background: none; color: var(--km-text-2); }
.km .km-button:disabled { opacity: 0.5; cursor: not-allowed; }
.km .km-button > svg { width: 16px; height: 16px; }
.km .km-input {
  width: 100%;
  min-height: var(--km-control);
  padding: 0 10px;
  border: 1px solid var(--km-line-control);
  border-radius: var(--km-radius);
  background: var(--km-surface);
  color: var(--km-text);
  user-select: text;
  -webkit-user-select: text;
}
.km .km-input::placeholder { color: var(--km-text-3); opacity: 1; }
.km .km-input[aria-invalid='true'] { border-color: var(--km-danger); }
@media (pointer: coarse) {
  .km .km-input { font-size: 16px; }
}
`);
