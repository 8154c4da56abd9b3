import type { MouseEvent } from 'react';

/**
 * For a button that goes when it is pressed, since it takes away what a list is narrowed by: who pressed it by a key goes on in
 * the list's search. Not who pressed it with a finger, before whom a keyboard would open.
 */
export function focusSearchOnUnmount(event: MouseEvent<HTMLElement>): void {
  const pressed = (event.target as HTMLElement).closest('button:not([aria-pressed])');
  if (event.detail !== 0 || !pressed) return;
  pressed.closest('main')?.querySelector<HTMLElement>('input[type="search"]')?.focus();
}
