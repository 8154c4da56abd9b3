import { useState } from 'react';

/**
 * Distinguishes a value that the parent changed from one that the field emitted and receives back later, for example
 * from the address. Returns the last emitted or received value, and a function that records an emission.
 *
 * @example const [emitted, setEmitted] = useControlledDraft(value, (outer) => setTyped(outer));
 */
export function useControlledDraft<Value>(
  value: Value,
  onOutside: (value: Value) => void,
): readonly [emitted: Value, setEmitted: (value: Value) => void] {
  const [{ known, emitted }, setState] = useState({ known: value, emitted: value });
  if (value !== known) {
    setState({ known: value, emitted: value });
    if (value !== emitted) onOutside(value);
  }
  return [emitted, (next) => setState((now) => ({ ...now, emitted: next }))];
}
