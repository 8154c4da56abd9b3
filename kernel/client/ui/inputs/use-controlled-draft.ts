import { useState } from 'react';

/**
 * Tells a value that comes from outside from one that a field has handed on itself. Its own comes back late where the address
 * keeps it, which is drawn after what is typed: more may have been typed by then. Answers what was handed on last, or has come
 * since, and how to say that something is handed on.
 *
 * @example const [handed, hand] = useEcho(value, (outer) => setTyped(outer));
 */
export function useControlledDraft<Value>(
  value: Value,
  onOutside: (value: Value) => void,
): readonly [handed: Value, hand: (value: Value) => void] {
  const [{ known, handed }, setState] = useState({ known: value, handed: value });
  if (value !== known) {
    setState({ known: value, handed: value });
    if (value !== handed) onOutside(value);
  }
  return [handed, (next) => setState((now) => ({ ...now, handed: next }))];
}
