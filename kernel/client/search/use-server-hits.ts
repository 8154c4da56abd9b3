import { useEffect, useState } from 'react';
import type { SearchGroup } from '#kernel/contract/wire.ts';
import { isAborted, RequestError, toRequestError } from '../data/request-error.ts';
import { send } from '../data/send.ts';
import { loadTexts } from '../text/i18n.ts';

/** How long, in ms, the typing must rest before the server is asked. */
const rest = 180;

interface ServerHits {
  readonly query: string;
  readonly groups: readonly SearchGroup[];
  readonly failure: string | null;
}

const nothing: ServerHits = { query: '', groups: [], failure: null };

/** What the server finds; a newer query aborts the older one. An older server, without a search, finds nothing. */
export function useServerHits(query: string): ServerHits & { readonly searching: boolean } {
  const [answer, setAnswer] = useState<ServerHits>(nothing);
  const asked = query.trim();
  useEffect(() => {
    if (asked.length < 2) return undefined;
    const cancel = new AbortController();
    const timer = setTimeout(() => {
      find(asked, cancel.signal).then(setAnswer, (error: unknown) => {
        if (!isAborted(error)) setAnswer({ query: asked, groups: [], failure: toRequestError(error).text });
      });
    }, rest);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [asked]);
  if (asked.length < 2) return { ...nothing, searching: false };
  return { ...answer, searching: answer.query !== asked };
}

async function find(query: string, signal: AbortSignal): Promise<ServerHits> {
  try {
    const answer = await send<{ groups?: unknown }>(
      'GET',
      `search?${new URLSearchParams({ q: query }).toString()}`,
      undefined,
      { signal },
    );
    const groups = Array.isArray(answer.groups) ? (answer.groups as SearchGroup[]) : [];
    await loadTexts(...groups.map(({ plugin }) => plugin));
    return { query, groups, failure: null };
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return { query, groups: [], failure: null };
    throw error;
  }
}
