import { AskError, readResponse, streamType, type Ask } from '../model/ask.ts';
import type { Lang } from '../protocol/messages.ts';

/**
 * The age, in milliseconds, from which the embed token may have expired: a rejection then reloads the page for
 * a new one.
 */
const tokenLifetimeMs = 3600_000;

/**
 * Queries the panel's server on behalf of the site that the token names. Sends neither cookies nor a
 * referrer.
 */
export function createAsk(pass: string, lang: () => Lang): Ask {
  return async ({ text, files, history }, options) => {
    const init: RequestInit = {
      ...baseInit(pass, lang()),
      method: 'POST',
      body: JSON.stringify({ message: text, lang: lang(), history, ...(files > 0 ? { files } : {}) }),
      signal: options.signal,
    };
    const response = await fetchFromServer('chatbot', init, options.signal);
    if (response.status === 403 && performance.now() > tokenLifetimeMs) {
      // The pending question is stored as unsent, and the reloaded page sends it again.
      location.reload();
      await new Promise(() => undefined);
    }
    return readResponse(response, options);
  };
}

/** Example questions; empty if the server has none or does not respond. */
export async function readExamples(pass: string, lang: Lang): Promise<readonly string[]> {
  try {
    const response = await fetch(addressOf(`chatbot/suggestions?lang=${lang}`), baseInit(pass, lang));
    const body = (await response.json()) as { readonly questions?: unknown };
    const questions = Array.isArray(body.questions) ? body.questions : [];
    return questions.filter((question) => typeof question === 'string').slice(0, 6);
  } catch {
    return [];
  }
}

async function fetchFromServer(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(addressOf(path), init);
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AskError('network');
  }
}

function addressOf(path: string): string {
  return new URL(`/api/uz/${path}`, location.href).href;
}

function baseInit(pass: string, lang: Lang): RequestInit {
  return {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    headers: {
      Accept: `${streamType}, application/json`,
      'Accept-Language': lang,
      'Content-Type': 'application/json',
      'X-Komak-Site': pass,
    },
  };
}
