import type { ReactNode } from 'react';

/** A row of a menu. */
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
