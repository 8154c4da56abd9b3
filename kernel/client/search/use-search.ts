import { useCallback, useEffect, useReducer, useState } from 'react';
import { isAborted, loadTexts, RequestError, toRequestError, useLanguage } from '../index.ts';
import { afterPause } from '../data/after-pause.ts';
import { pause, retry } from '../data/retry.ts';
import { networkError } from '../data/request-error.ts';
import { initialState, searchReducer } from './search-state.ts';
import { type SearchGroup, type SearchLine, searchLinesType } from '#kernel/contract/http/search.ts';
import { readLines } from '#kernel/domain/values/read-lines.ts';
import { apiAddress, request } from '../data/request.ts';

/** Milliseconds without typing after which the server is queried. */
const restMs = 120;
/** Milliseconds after which a pending search counts as slow. */
const slowAfterMs = 400;

/** Searches a text on the server; typing aborts the previous search. */
export function useSearch(text: string) {
  const { language } = useLanguage();
  const [state, dispatch] = useReducer(searchReducer, initialState);
  const [attempt, setAttempt] = useState(0);
  const query = isEnough(text.trim()) ? text.trim() : '';

  useEffect(() => {
    dispatch({ kind: 'begin', query });
    if (query === '') return undefined;
    const stopSearch = afterPause(restMs, (signal) => void search(signal));
    const stopSlow = afterPause(restMs + slowAfterMs, () => dispatch({ kind: 'slow' }));

    async function search(signal: AbortSignal): Promise<void> {
      const readAll = () =>
        readSearch(query, signal, (line) => {
          if (!signal.aborted) dispatch({ kind: 'line', line });
        });
      try {
        await retry(readAll, {
          // Repeated silently after a pause if the rate limit is reached.
          waitAfter: (error) =>
            error instanceof RequestError && error.status === 429
              ? pause((error.retryAfter ?? 1) * 1000, signal)
              : null,
        });
      } catch (error) {
        if (signal.aborted || isAborted(error)) return;
        dispatch({ kind: 'fail', failure: toRequestError(error) });
      }
    }

    return () => {
      stopSearch();
      stopSlow();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- searches again after a retry or a change of the language
  }, [query, attempt, language]);

  const repeat = useCallback(() => setAttempt((now) => now + 1), []);
  const offline = state.failure?.code === 'network';
  useEffect(() => {
    if (!offline) return undefined;
    addEventListener('online', repeat);
    return () => removeEventListener('online', repeat);
  }, [offline, repeat]);

  return { state, retry: repeat };
}

/** Two letters or a digit; shorter texts match too much. */
function isEnough(text: string): boolean {
  return text.length >= 2 || /\d/.test(text);
}

/**
 * Queries the server and reports each line as it arrives. A server that does not stream sends all at once; one without
 * a search finds nothing. Rejects with a `RequestError`, or with an abort error.
 */
export async function readSearch(
  query: string,
  signal: AbortSignal,
  onLine: (line: SearchLine) => void,
): Promise<void> {
  const address = apiAddress(`search?${new URLSearchParams({ q: query }).toString()}`);
  let response: Response;
  try {
    response = await request(address, {
      headers: { Accept: `${searchLinesType}, application/json` },
      signal,
    });
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    onLine({ end: true });
    return;
  }
  try {
    const isStream = response.headers.get('Content-Type')?.startsWith(searchLinesType);
    if (isStream && response.body) await readStream(response.body, onLine);
    else await readWhole(response, onLine);
  } catch (error) {
    if (signal.aborted) throw error;
    throw networkError();
  }
}

async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onLine: (line: SearchLine) => void,
): Promise<void> {
  let ended = false;
  for await (const text of readLines(body.pipeThrough(new TextDecoderStream()).getReader())) {
    const line = JSON.parse(text) as SearchLine;
    if ('asked' in line) await loadTexts(...new Set(line.asked.map(({ plugin }) => plugin)));
    ended ||= 'end' in line;
    onLine(line);
  }
  // The response was cut off; the missing part may contain the wanted hit.
  if (!ended) throw networkError();
}

async function readWhole(response: Response, onLine: (line: SearchLine) => void): Promise<void> {
  const body = (await response.json()) as { groups?: unknown };
  const groups = Array.isArray(body.groups) ? (body.groups as SearchGroup[]) : [];
  await loadTexts(...new Set(groups.map(({ plugin }) => plugin)));
  onLine({ asked: groups.map(({ plugin, key }) => ({ plugin, key })) });
  for (const group of groups) onLine({ group });
  onLine({ end: true });
}
