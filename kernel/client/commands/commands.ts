import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../storage/local-storage.ts';

/** An action of the current screen. */
export interface Command {
  /** Unique among all commands, such as `applications.accept`. */
  readonly id: string;
  /** The title, in the user's language. */
  readonly title: string;
  /** An icon name of `icons.tsx` or `lazy-icons.tsx`. */
  readonly icon: string;
  /** A lower-case Latin letter that runs it as a single-key shortcut. */
  readonly key?: string;
  readonly run: () => void;
  /**
   * Returns further commands of its kind, if there are many or their names have to be read; the search dialog shows
   * those that match the typed text.
   */
  readonly expand?: () => Promise<readonly Command[]>;
}

interface Offer {
  commands: readonly Command[];
}

const offers = new Set<Offer>();
const listeners = new Set<() => void>();
let version = 0;

function announceChange(): void {
  version += 1;
  for (const listener of listeners) listener();
}

/** Whether two lists show the same commands; `run` is looked up when a command runs. */
const looksLike = (one: readonly Command[], other: readonly Command[]) =>
  one.length === other.length &&
  one.every(({ id, title }, at) => other[at]?.id === id && other[at].title === title);

/**
 * Declares commands while the component is mounted, for the search dialog and as single-key shortcuts.
 *
 * @example useCommands([{ id: 'applications.print', title: t('detail.print'), icon: 'printer', key: 'p', run: print }]);
 */
export function useCommands(commands: readonly Command[]): void {
  const offer = useRef<Offer>({ commands });
  // Before the paint, so that a key never runs a command of the previous screen.
  useLayoutEffect(() => {
    const { current } = offer;
    const isChanged = !looksLike(current.commands, commands);
    current.commands = commands;
    if (isChanged) announceChange();
  });
  useLayoutEffect(() => {
    const { current } = offer;
    offers.add(current);
    announceChange();
    return () => {
      offers.delete(current);
      announceChange();
    };
  }, []);
}

/** The commands of the current screen; updates when components register later. */
export function useCurrentCommands(): readonly Command[] {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => version,
  );
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version changes with the commands
  return useMemo(currentCommands, [now]);
}

/** The commands of the current screen, the most recently mounted component's first. */
export function currentCommands(): readonly Command[] {
  return [...offers].toReversed().flatMap(({ commands }) => commands);
}

let expanded: readonly Command[] = [];

/** Expands commands; one whose expansion fails is left out. */
export async function expandCommands(commands: readonly Command[]): Promise<readonly Command[]> {
  const read = await Promise.allSettled(commands.map(({ expand }) => expand?.() ?? []));
  expanded = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  return expanded;
}

/** Runs the current version of a command by id; does nothing if the command is gone. */
export function runCommand(id: string): void {
  [...currentCommands(), ...expanded].find((command) => command.id === id)?.run();
}

const storageKey = 'single-keys';

/** Whether single-key shortcuts are enabled; users of speech input disable them (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return readStored(storageKey) !== 'off';
}

/** Enables or disables single-key shortcuts permanently. */
export function setSingleKeys(on: boolean): void {
  writeStored(storageKey, on ? 'on' : 'off');
}

/** Elements that handle keys themselves: text fields, and lists that select an entry. */
const textInputs =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="listbox"], [role="menu"], [role="grid"], [role="spinbutton"], [role="application"], komak-map, iframe';

/** Dialogs over the page, whose commands are disabled meanwhile. A closed panel may stay in the DOM, hidden. */
const dialogs = ':is([role="dialog"], [role="alertdialog"], dialog[open]):not([hidden], [hidden] *)';

/** Modal dialogs, which block the page, unlike a panel beside it. */
const modalDialogs = '[data-sheet][data-open], dialog[open]';

/** Whether the page is behind a modal dialog, so that its commands are not offered. */
export function isBehindDialog(): boolean {
  return document.querySelector(modalDialogs) !== null;
}

/**
 * The single-key shortcut of a key press: a small Latin letter (by key position in layouts of other scripts), or `/` or
 * `?` (by position in the Russian layout). `null` for typed text, other or repeated keys, modifiers, while a dialog is
 * open, and if the user has disabled single keys.
 */
export function singleKeyOf(event: KeyboardEvent): string | null {
  const { key, code, target, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return null;
  if (target instanceof Element && target.closest(textInputs)) return null;
  if (!areSingleKeysOn() || document.querySelector(dialogs)) return null;
  if (key === '/' || key === '?') return key;
  // The Russian layout has a full stop and a comma on this key.
  if (code === 'Slash' && (key === '.' || key === ',')) return key === '.' ? '/' : '?';
  if (event.shiftKey) return null;
  if (/^[a-z]$/.test(key)) return key;
  // Non-Latin layouts and Caps Lock give other characters, so the key position decides.
  return key.length === 1 && /\p{L}/u.test(key)
    ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null)
    : null;
}

/** Whether Ctrl+K or ⌘K was pressed; by key position in non-Latin layouts. */
export function isFindKey({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  if (altKey || !(ctrlKey || metaKey)) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK';
}

/** Runs the command with this key; returns whether there is one. */
export function runByKey(key: string): boolean {
  const command = currentCommands().find((one) => one.key === key);
  command?.run();
  return command !== undefined;
}
