import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useControlledDraft } from '../ui/inputs/use-controlled-draft.ts';

/** How long the typing pauses, in ms. */
const pause = 300;

/**
 * Text that is handed on when the typing pauses; a change from elsewhere, such as the back button, wins. Answers what is typed,
 * how to change it, and how to let it go where something else empties what it narrows.
 */
export function useDebouncedText(value: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const [waiting, setWaiting] = useState<string | null>(null);
  const [, hand] = useControlledDraft(value, show);
  const location = useLocation();
  const [shown, setShown] = useState(location);
  const isBack = useNavigationType() === NavigationType.Pop;

  // Back at once after a change, the value may be as before without ever having been drawn as changed.
  if (location !== shown) {
    setShown(location);
    if (isBack && typed !== value) {
      show(value);
      hand(value);
    }
  }

  function show(text: string): void {
    setTyped(text);
    setWaiting(null);
  }

  function handOn(text: string): void {
    setWaiting(null);
    hand(text.trim());
    onChange(text.trim());
  }

  const handLate = useEffectEvent(handOn);
  useEffect(() => {
    if (waiting === null) return undefined;
    const timer = setTimeout(() => handLate(waiting), pause);
    return () => clearTimeout(timer);
  }, [waiting]);

  function type(text: string, immediately = text === ''): void {
    setTyped(text);
    if (immediately) handOn(text);
    else setWaiting(text);
  }

  function forget(): void {
    show('');
    hand('');
  }

  return [typed, type, forget] as const;
}
