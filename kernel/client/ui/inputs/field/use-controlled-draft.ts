import { useState } from 'react';

/**
 * Distinguishes a value that the parent changed from one that the field itself emitted and gets back late, as from the address.
 * Returns the value that was last emitted or received, and the function that records an emission.
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
