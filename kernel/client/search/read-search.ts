import { searchLinesType, type SearchGroup, type SearchLine } from '#kernel/contract/search.ts';
import { apiAddress, request } from '../data/request.ts';
import { networkError, RequestError } from '../data/request-error.ts';
import { loadTexts } from '../i18n/i18n.ts';

/**
 * Asks the server and tells each line as it comes. A server that knows no lines answers all at once; one without a search
 * finds nothing. Rejects with a `RequestError`, or as aborted.
 */
export async function readSearch(
  query: string,
  signal: AbortSignal,
  tell: (line: SearchLine) => void,
): Promise<void> {
  const address = apiAddress(`search?${new URLSearchParams({ q: query }).toString()}`);
  let answer: Response;
  try {
    answer = await request(address, { headers: { Accept: `${searchLinesType}, application/json` }, signal });
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error;
    tell({ end: true });
    return;
  }
  try {
    if (answer.headers.get('Content-Type')?.startsWith(searchLinesType)) await readLines(answer, tell);
    else await readWhole(answer, tell);
  } catch (error) {
    if (signal.aborted) throw error;
    throw networkError();
  }
}

async function readLines(answer: Response, tell: (line: SearchLine) => void): Promise<void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let ended = false;
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (done) break;
    const parts = (rest + value).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = JSON.parse(part) as SearchLine;
      if ('asked' in line) await loadTexts(...new Set(line.asked.map(({ plugin }) => plugin)));
      ended ||= 'end' in line;
      tell(line);
    }
  }
  // Cut off in the middle: what is missing might be the very thing.
  if (!ended) throw networkError();
}

async function readWhole(answer: Response, tell: (line: SearchLine) => void): Promise<void> {
  const body = (await answer.json()) as { groups?: unknown };
  const groups = Array.isArray(body.groups) ? (body.groups as SearchGroup[]) : [];
  await loadTexts(...new Set(groups.map(({ plugin }) => plugin)));
  tell({ asked: groups.map(({ plugin, key }) => ({ plugin, key })) });
  for (const group of groups) tell({ group });
  tell({ end: true });
}
