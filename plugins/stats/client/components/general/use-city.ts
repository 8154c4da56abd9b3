import { useCallback, useEffect, useState } from 'react';
import { subscribe } from 'valtio';
import { isAborted, type RequestError, toRequestError } from '#kernel/plugin-api/client.ts';
import type { City } from '../../city/city.ts';
import { cityStore } from '../../data/realtime.ts';

interface CityState {
  readonly city: City | null;
  readonly error: RequestError | null;
  /** The query that `city` answers. */
  readonly asked: string;
}

/**
 * Reads the city, and once more whenever households or places have changed: the whole of it, so that to narrow it asks for
 * nothing. A server that answers in the plain form alone does not say in which neighbourhood a household lies, and narrows
 * it itself.
 */
export function useCity(neighborhood: number | null) {
  const [{ city, asked, error }, setState] = useState<CityState>({ city: null, asked: '', error: null });
  const isPlain = city !== null && city.neighborhoodIds === null;
  const query = isPlain && neighborhood !== null ? `?neighborhood=${neighborhood}` : '';
  const read = useCallback(
    (signal: AbortSignal) => {
      // The reader of columns is code of its own, which only this page needs.
      import('../../city/city.ts')
        .then(({ readCity }) => readCity(query, signal))
        .then(
          (response) => setState({ city: response, asked: query, error: null }),
          (reason: unknown) => {
            if (!isAborted(reason)) setState((before) => ({ ...before, error: toRequestError(reason) }));
          },
        );
    },
    [query],
  );
  useEffect(() => {
    let reading = new AbortController();
    function start(): void {
      reading.abort();
      reading = new AbortController();
      read(reading.signal);
    }
    start();
    const stop = subscribe(cityStore, start);
    return () => {
      stop();
      reading.abort();
    };
  }, [read]);
  // The response for another neighbourhood would be wrong here.
  return { city: asked === query ? city : null, error, again: () => read(new AbortController().signal) };
}
