import { useCallback, useEffect, useState } from 'react';
import { subscribe } from 'valtio';
import { isAborted, type RequestError, toRequestError } from '#kernel/plugin-api/client.ts';
import type { City } from '../../city/city.ts';
import { cityStore } from '../../data/realtime.ts';

interface CityState {
  readonly city: City | null;
  readonly error: RequestError | null;
  /** The query that `city` is the response to. */
  readonly query: string;
}

/**
 * Reads the city, and again whenever households or places have changed: all of it, so that filtering needs no
 * request. A server with only the JSON form omits the households' neighbourhoods, and filters itself.
 */
export function useCity(neighborhood: number | null) {
  const [{ city, query: cityQuery, error }, setState] = useState<CityState>({
    city: null,
    query: '',
    error: null,
  });
  const isPlain = city !== null && city.neighborhoodIds === null;
  const query = isPlain && neighborhood !== null ? `?neighborhood=${neighborhood}` : '';
  const read = useCallback(
    (signal: AbortSignal) => {
      // The parser of columns is a separate chunk, which only this page needs.
      import('../../city/city.ts')
        .then(({ readCity }) => readCity(query, signal))
        .then(
          (response) => setState({ city: response, query, error: null }),
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
  return { city: cityQuery === query ? city : null, error, again: () => read(new AbortController().signal) };
}
