import { useCallback, useEffect, useState } from 'react';
import { subscribe } from 'valtio';
import { isAborted, toRequestError, type RequestError } from '#kernel/client/index.ts';
import type { City } from '../map/city.ts';
import { cityStore } from '../map/city-store.ts';

/** The city as it was read last. */
export interface CityRead {
  readonly city: City | null;
  readonly error: RequestError | null;
  readonly again: () => void;
}

/** Reads the city, and once more whenever households or places have changed. */
export function useCity(): CityRead {
  const [state, setState] = useState<Pick<CityRead, 'city' | 'error'>>({ city: null, error: null });
  const read = useCallback((signal: AbortSignal) => {
    // The reader of columns is code of its own, which only this page needs.
    import('../map/city.ts')
      .then(({ readCity }) => readCity('', signal))
      .then(
        (city) => setState({ city, error: null }),
        (error: unknown) => {
          if (!isAborted(error)) setState(({ city }) => ({ city, error: toRequestError(error) }));
        },
      );
  }, []);
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
  return { ...state, again: () => read(new AbortController().signal) };
}
