import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { lazyComponent } from './lazy-component.ts';
import type { MenuEntry } from './menu-popup.tsx';

export interface MenuProps {
  /** The accessible name of the menu. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Renders the button, which must receive all the props. */
  readonly renderTrigger: (props: TriggerProps) => ReactNode;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  /** Content above the entries, such as the user's name. */
  readonly header?: ReactNode;
}

/** A button with a menu, whose code is loaded when the pointer or the focus approaches the button. */
export function Menu({ renderTrigger, ...rest }: MenuProps) {
  const { open, used, byKeyboard, anchor, onOpenChange, triggerProps } = usePopupTrigger(
    'menu',
    menuPopup.preload,
  );
  return (
    <>
      {renderTrigger(triggerProps)}
      {used ? (
        <menuPopup.Component
          {...rest}
          open={open}
          onOpenChange={onOpenChange}
          anchor={anchor}
          focusFirst={byKeyboard}
        />
      ) : null}
    </>
  );
}

const menuPopup = lazyComponent(async () => (await import('./menu-popup.tsx')).MenuPopup);

export interface PopoverProps {
  /** The accessible name of the popover. */
  readonly label: string;
  /** Renders the button, which must receive all the props. */
  readonly renderTrigger: (props: TriggerProps) => ReactNode;
  /** Renders the content; `close` closes it. */
  readonly children: (close: () => void) => ReactNode;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  /** No padding, for lists that extend to the edge. */
  readonly flush?: boolean | undefined;
  readonly width?: number | undefined;
  readonly onOpen?: (() => void) | undefined;
}

/** A button with a small panel, whose code is loaded when the pointer or the focus approaches the button. */
export function Popover({ renderTrigger, children, onOpen, ...rest }: PopoverProps) {
  const { open, used, show, anchor, onOpenChange, triggerProps } = usePopupTrigger(
    'dialog',
    popoverPopup.preload,
  );
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
        <popoverPopup.Component {...rest} open={open} onOpenChange={onOpenChange} anchor={anchor}>
          {open ? children(() => show(false)) : null}
        </popoverPopup.Component>
      ) : null}
    </>
  );
}

const popoverPopup = lazyComponent(async () => (await import('./popover-popup.tsx')).PopoverPopup);

/** The attributes of the button that opens a popup. */
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

/** The state shared by a light button and the popup that it loads and opens. */
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
    // A press on the button is not outside; its click will close the popup.
    if (!next && change.reason === 'outside-press' && anchor.current?.contains(change.event.target as Node)) {
      change.cancel();
      return;
    }
    show(next);
  }

  const triggerProps: TriggerProps = {
    ref: anchor,
    // A click without a pointer comes from Enter or Space.
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
