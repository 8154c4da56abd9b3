import type { MouseEvent, ReactNode } from 'react';
import { lazyComponent } from './lazy-component.ts';
import { usePopupTrigger, type TriggerProps } from './use-popup-trigger.ts';

export interface PopoverProps {
  /** What it holds; read aloud. */
  readonly label: string;
  /** Draws the button; give it all the props. */
  readonly renderTrigger: (props: TriggerProps) => ReactNode;
  /** What stands in it; `close` closes it. */
  readonly children: (close: () => void) => ReactNode;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly side?: 'top' | 'bottom' | 'right' | 'left' | undefined;
  /** Without padding, for lists that go to the edge. */
  readonly flush?: boolean | undefined;
  readonly width?: number | undefined;
  readonly onOpen?: (() => void) | undefined;
}

/** A button with a small panel beside it. The panel's code comes when the pointer or the focus nears the button. */
export function Popover({ renderTrigger, children, onOpen, ...rest }: PopoverProps) {
  const { open, used, show, anchor, onOpenChange, triggerProps } = usePopupTrigger('dialog', popup.preload);
  const opening = {
    ...triggerProps,
    onClick: (event: MouseEvent) => {
      if (!open) onOpen?.();
      triggerProps.onClick(event);
    },
  };
  return (
    <>
      {renderTrigger(opening)}
      {used ? (
        <popup.Component {...rest} open={open} onOpenChange={onOpenChange} anchor={anchor}>
          {open ? children(() => show(false)) : null}
        </popup.Component>
      ) : null}
    </>
  );
}

const popup = lazyComponent(async () => (await import('./popover-popup.tsx')).PopoverPopup);
