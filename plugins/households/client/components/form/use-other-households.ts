import { useEffect, useState } from 'react';
import { send, useCapabilities } from '#kernel/client/index.ts';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import type { CitizenLookup } from '../../../contract.ts';

/** How long a number has to rest before it is asked about, in ms. */
const rest = 400;

/** In which other households a citizen is, once his number is whole; null while nobody knows, or the server cannot tell. */
export function useOtherHouseholds(personalNumber: string, household: number | null): CitizenLookup | null {
  const able = useCapabilities('households').includes('households.citizens');
  const check = checkJshshir(personalNumber);
  const number = able && (check.ok || check.confirmable) ? check.value : null;
  const [found, setFound] = useState<{ number: string; answer: CitizenLookup }>();
  useEffect(() => {
    if (number === null) return undefined;
    const abort = new AbortController();
    const except = household === null ? '' : `&except=${household}`;
    const timer = setTimeout(() => {
      send<CitizenLookup>('GET', `households/citizens?personal_number=${number}${except}`, undefined, {
        signal: abort.signal,
      })
        .then((answer) => setFound({ number, answer }))
        // Saving asks again, and says it then.
        .catch(() => undefined);
    }, rest);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [number, household]);
  return number !== null && found?.number === number ? found.answer : null;
}
