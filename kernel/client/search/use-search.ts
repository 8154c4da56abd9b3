import { useCallback, useEffect, useReducer, useState } from 'react';
import { isAborted, RequestError, toRequestError } from '../data/request-error.ts';
import { useLanguage } from '../i18n/language-store.ts';
import { readSearch } from './read-search.ts';
import { initialState, searchReducer, type SearchState } from './search-state.ts';

/** How long, in ms, the typing must rest before the server is asked. */
const rest = 120;
/** How long, in ms, a search may take before it is worth a word. */
const slowAfterMs = 400;

/** A search on the server as it comes in. */
export interface ServerSearch {
  readonly state: SearchState;
  readonly retry: () => void;
}

/** Looks for a text on the server; typing on aborts what was asked before. */
export function useSearch(text: string): ServerSearch {
  const { language } = useLanguage();
  const [state, dispatch] = useReducer(searchReducer, initialState);
  const [turn, setTurn] = useState(0);
  const query = isEnough(text.trim()) ? text.trim() : '';

  useEffect(() => {
    dispatch({ kind: 'begin', query });
    if (query === '') return undefined;
    const cancel = new AbortController();
    const timers = [
      setTimeout(() => void ask(), rest),
      setTimeout(() => dispatch({ kind: 'slow' }), rest + slowAfterMs),
    ];

    async function ask(): Promise<void> {
      try {
        await readSearch(query, cancel.signal, (line) => {
          if (!cancel.signal.aborted) dispatch({ kind: 'line', line });
        });
      } catch (error) {
        if (cancel.signal.aborted || isAborted(error)) return;
        // Whoever asks too often waits a moment, and need not know.
        const again = error instanceof RequestError && error.status === 429 ? (error.retryAfter ?? 1) : null;
        if (again === null) dispatch({ kind: 'fail', failure: toRequestError(error) });
        else timers.push(setTimeout(() => void ask(), again * 1000));
      }
    }

    return () => {
      for (const timer of timers) clearTimeout(timer);
      cancel.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- anew in another language, and when asked to
  }, [query, turn, language]);

  const retry = useCallback(() => setTurn((now) => now + 1), []);
  const offline = state.failure?.code === 'network';
  useEffect(() => {
    if (!offline) return undefined;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [offline, retry]);

  return { state, retry };
}

/** Two letters, or a digit: less than that finds everything. */
function isEnough(text: string): boolean {
  return text.length >= 2 || /\d/.test(text);
}
