import { useCallback, useEffect, useRef, useState } from 'react';
import type { Confirmation } from '../../tools/map-context.ts';

/** A question that waits for its answer. */
interface OpenConfirmation extends Confirmation {
  readonly answer: (yes: boolean) => void;
}

const noticeMs = 6000;

/** What a map says to its user: an announcement for screen readers, a notice, a question. */
export function useMessages() {
  const [announcement, announce] = useState('');
  const [notice, setNotice] = useState('');
  const [confirmation, setConfirmation] = useState<OpenConfirmation | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const notify = useCallback((text: string) => {
    clearTimeout(timer.current);
    setNotice(text);
    timer.current = setTimeout(() => setNotice(''), noticeMs);
  }, []);
  const confirm = useCallback(
    (asked: Confirmation) =>
      new Promise<boolean>((resolve) => {
        setConfirmation({
          ...asked,
          answer(yes) {
            setConfirmation(null);
            resolve(yes);
          },
        });
      }),
    [],
  );
  return { announcement, announce, notice, notify, confirmation, confirm };
}
