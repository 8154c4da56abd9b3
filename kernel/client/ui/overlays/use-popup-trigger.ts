import { useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';

/** What the button that opens a floating part must wear. */
export interface TriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded': boolean;
}

interface OpenChange {
  readonly event: Event;
  readonly reason: string;
  readonly cancel: () => void;
}

/** The state between a light button and the floating part that it loads and opens. */
export function usePopupTrigger(kind: 'menu' | 'dialog', preload: () => void) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);

  function show(next: boolean, keyboard = false): void {
    if (next) setUsed(true);
    setByKeyboard(keyboard);
    setOpen(next);
  }

  function onOpenChange(next: boolean, change: OpenChange): void {
    // A press on the button itself is not outside; its click will close.
    if (!next && change.reason === 'outside-press' && anchor.current?.contains(change.event.target as Node)) {
      change.cancel();
      return;
    }
    show(next);
  }

  const triggerProps: TriggerProps = {
    ref: anchor,
    // A click without a pointer is Enter or the space bar.
    onClick: (event) => show(!open, event.detail === 0),
    onKeyDown: (event) => {
      if (kind !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault();
      show(true, true);
    },
    onPointerEnter: preload,
    onFocus: preload,
    'aria-haspopup': kind,
    'aria-expanded': open,
  };

  return { open, used, byKeyboard, show, anchor, onOpenChange, triggerProps };
}
