import { useEffect, useEffectEvent, useState } from 'react';
import { afterPause } from '../data/after-pause.ts';
import { useControlledDraft } from '../ui/inputs/field/use-controlled-draft.ts';

/** Milliseconds without typing after which the text is emitted. */
const pauseMs = 300;

/**
 * A text that is emitted when the user stops typing; external changes, such as by the back button, take precedence.
 * Returns the typed text, a setter, and a function that cancels the pending change.
 */
export function useDebouncedText(value: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const [waiting, setWaiting] = useState<string | null>(null);
  const [, setEmitted] = useControlledDraft(value, show);

  function show(text: string): void {
    setTyped(text);
    setWaiting(null);
  }

  function emitChange(text: string): void {
    setWaiting(null);
    setEmitted(text.trim());
    onChange(text.trim());
  }

  const emitPending = useEffectEvent(emitChange);
  useEffect(() => {
    if (waiting === null) return undefined;
    return afterPause(pauseMs, () => emitPending(waiting));
  }, [waiting]);

  function type(text: string, immediately = text === ''): void {
    setTyped(text);
    if (immediately) emitChange(text);
    else setWaiting(text);
  }

  function clear(): void {
    show('');
    setEmitted('');
  }

  return [typed, type, clear] as const;
}
