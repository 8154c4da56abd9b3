import { ApolloClient, DocumentTransform, InMemoryCache } from '@apollo/client';
import { RestLink } from 'apollo-link-rest';
import { readList, readPage } from '#kernel/contract/read-response.ts';
import { onLanguageChange } from '../i18n/language-store.ts';
import { ReadGuard } from './abort-link.ts';
import { addTypenames } from './add-typenames.ts';
import { apiBase, request } from './request.ts';

/** Makes the client of one session: what an admin has read must not be seen by the next one. */
export function createClient(base: string = apiBase): ApolloClient {
  const guard = new ReadGuard();
  const rest = new RestLink({
    uri: `${base}/`,
    async customFetch(address, init) {
      const headers = new Headers(init.headers);
      const signal = guard.signalOf(headers);
      try {
        return await request(String(address), { ...init, headers, ...(signal ? { signal } : {}) });
      } finally {
        answered();
      }
    },
    responseTransformer: transform,
  });
  return new ApolloClient({
    link: guard.link.concat(rest),
    cache: new InMemoryCache(),
    documentTransform: new DocumentTransform(addTypenames),
    defaultOptions: { watchQuery: { refetchWritePolicy: 'overwrite' } },
  });
}

let answered: () => void = () => undefined;

/** Resolves when the first read of the page has come to something, or there is none; what can wait, waits for it. */
export const firstResponse: Promise<void> = new Promise((resolve) => {
  answered = resolve;
});

/** Says that the page reads nothing before it stands there. */
export function markFirstResponse(): void {
  answered();
}

let current: ApolloClient | null = null;

/** The client of the session; there is none before the sign-in. */
export function apolloClient(): ApolloClient {
  current ??= createClient();
  return current;
}

/** Forgets everything that was read. */
export function dropClient(): void {
  current?.stop();
  current = null;
}

/** Reads again whatever is on the screen; one that fails keeps what it had. */
export async function refetchActiveQueries(): Promise<void> {
  await current?.refetchQueries({ include: 'active' }).catch(() => undefined);
}

onLanguageChange(() => void refetchActiveQueries());

/** Reads leniently: a `…Page` in either form of an answer, a `[…]` bare or under `items`. */
async function transform(answer: Response | null, type: string): Promise<unknown> {
  if (answer === null) return null;
  const body = (await answer.json()) as unknown;
  if (type.startsWith('[')) return readList(body);
  if (!type.endsWith('Page')) return body;
  return { ...(Array.isArray(body) ? {} : (body as object)), ...readPage(body) };
}
