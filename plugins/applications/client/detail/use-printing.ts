import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * The moment at which the page is being printed, by the button or by the browser's own menu; null when it is not. What
 * paper needs is drawn only then.
 */
export function usePrinting(): string | null {
  const [printing, setPrinting] = useState<string | null>(null);
  useEffect(() => {
    // The picture is taken right after the event: React has to draw at once.
    const begin = (): void => flushSync(() => setPrinting(new Date().toISOString()));
    const end = (): void => setPrinting(null);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
