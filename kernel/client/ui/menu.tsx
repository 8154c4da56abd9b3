import type { ReactNode } from 'react';
import { lazyPart } from './lazy-part.ts';
import { usePopupTrigger, type TriggerProps } from './use-popup-trigger.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly hint?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
  /** Goes to a route instead of doing something. */
  readonly to?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Of a choice: shows a tick. */
  readonly checked?: boolean | undefined;
}

/** A row of a menu, a line between rows, or words over a group of rows. */
export type MenuEntry = MenuItem | 'separator' | { readonly heading: string };

export interface MenuProps {
  /** What the menu is of; read aloud. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Draws the button; give it all the props. */
  readonly renderTrigger: (props: TriggerProps) => ReactNode;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly side?: 'top' | 'bottom' | 'right' | 'left' | undefined;
  /** Stands over the entries, such as whose profile it is. */
  readonly header?: ReactNode;
}

/** A button with a menu. The menu's code comes when the pointer or the focus nears the button. */
export function Menu({ renderTrigger, ...rest }: MenuProps) {
  const { open, used, byKeyboard, anchor, onOpenChange, triggerProps } = usePopupTrigger(
    'menu',
    popup.preload,
  );
  return (
    <>
      {renderTrigger(triggerProps)}
      {used ? (
        <popup.Part
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

const popup = lazyPart(async () => (await import('./menu-popup.tsx')).MenuPopup);
