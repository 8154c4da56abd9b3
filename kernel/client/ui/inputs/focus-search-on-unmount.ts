import type { MouseEvent } from 'react';

/**
 * Keeps the focus in the list's search box when a pressed button, such as "clear filters", unmounts. Only for keyboard presses: on a
 * touch screen the focus would open the on-screen keyboard.
 */
export function focusSearchOnUnmount(event: MouseEvent<HTMLElement>): void {
  const pressed = (event.target as HTMLElement).closest('button:not([aria-pressed])');
  if (event.detail !== 0 || !pressed) return;
  pressed.closest('main')?.querySelector<HTMLElement>('input[type="search"]')?.focus();
}
