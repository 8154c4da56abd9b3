import { useEffect, useEffectEvent, useState } from 'react';
import { useControlledDraft } from '../ui/inputs/field/use-controlled-draft.ts';

/** How long the typing pauses, in ms. */
const pause = 300;

/**
 * Text that is emitted when the typing pauses; a change from elsewhere, such as the back button, wins. Answers what is typed,
 * how to change it, and how to let it go where something else empties what it narrows.
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
    const timer = setTimeout(() => emitPending(waiting), pause);
    return () => clearTimeout(timer);
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
