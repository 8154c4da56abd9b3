import { useEffect, useRef, useState } from 'react';

/** How long the typing pauses, in ms. */
const pause = 300;

/** Text that is handed on when the typing pauses; a change from elsewhere, such as the back button, wins. */
export function useDebouncedText(value: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (value !== known) {
    setKnown(value);
    // Our own text comes back through the address while more has been typed.
    if (value !== sent) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(text: string, atOnce = text === ''): void {
    setTyped(text);
    clearTimeout(timer.current);
    const hand = (): void => {
      setSent(text.trim());
      onChange(text.trim());
    };
    if (atOnce) hand();
    else timer.current = setTimeout(hand, pause);
  }

  return [typed, type] as const;
}
