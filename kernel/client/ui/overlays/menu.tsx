import type { ReactNode } from 'react';
import { lazyComponent } from './lazy-component.ts';
import type { MenuEntry } from './menu-entry.ts';
import { usePopupTrigger, type TriggerProps } from './use-popup-trigger.ts';

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
        <popup.Component
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

const popup = lazyComponent(async () => (await import('./menu-popup.tsx')).MenuPopup);
