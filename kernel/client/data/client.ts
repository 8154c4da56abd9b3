import { ApolloClient, ApolloLink, DocumentTransform, InMemoryCache, Observable } from '@apollo/client';
import { RestLink } from 'apollo-link-rest';
import { readList, readPage } from '#kernel/contract/http/read-response.ts';
import { onLanguageChange } from '../i18n/language-store.ts';
import { prepareDocument } from './prepare-document.ts';
import { apiBase, request } from './request.ts';
import type { DocumentNode } from 'graphql';

/** Creates the client of one session; data of one admin must not be visible to the next. */
export function createClient(base: string = apiBase): ApolloClient {
  const guard = new ReadGuard();
  const rest = new RestLink({
    uri: `${base}/`,
    async customFetch(address, init) {
      hasRead = true;
      const headers = new Headers(init.headers);
      const signal = guard.signalOf(headers);
      try {
        return await readWhole(
          await request(String(address), { ...init, headers, ...(signal ? { signal } : {}) }),
        );
      } finally {
        responded();
      }
    },
    responseTransformer: transform,
  });
  return new ApolloClient({
    link: guard.link.concat(rest),
    cache: new InMemoryCache(),
    documentTransform: new DocumentTransform(prepareDocument),
    defaultOptions: { watchQuery: { refetchWritePolicy: 'overwrite' } },
  });
}

let hasRead = false;
let responded: () => void = () => undefined;

/** Resolves when the page's first read has ended, or if there is none; deferred work waits for it. */
export const firstResponse: Promise<void> = new Promise((resolve) => {
  responded = resolve;
});

/** Marks the page as ready if it needs no data before it is rendered. */
export function markFirstResponse(): void {
  responded();
}

let current: ApolloClient | null = null;

/** Marks a page as rendered; if it reads nothing, deferred work need not wait for a response. */
export function markRendered(): void {
  if (!hasRead) responded();
}

/** The Apollo client of the session, created on first use. */
export function apolloClient(): ApolloClient {
  current ??= createClient();
  return current;
}

/** Clears the cache. */
export function dropClient(): void {
  current?.stop();
  current = null;
}

/** Reloads all mounted queries; a query that fails keeps its data. */
export async function refetchActiveQueries(): Promise<void> {
  await current?.refetchQueries({ include: 'active' }).catch(() => undefined);
}

/** Clears the cache and reloads the mounted queries, after a citizen was erased. */
export async function invalidateReads(): Promise<void> {
  await current?.resetStore().catch(() => undefined);
}

onLanguageChange(() => void refetchActiveQueries());

/**
 * Reads the body before RestLink does: a read that is aborted during the transfer then ends as aborted, while RestLink
 * would log an error of its response transformer.
 */
async function readWhole(response: Response): Promise<Response> {
  if (response.status === 204 || response.headers.get('Content-Length') === '0') return response;
  const body = (await response.json()) as unknown;
  return Object.defineProperty(response, 'json', { value: async () => body });
}

/** Parses leniently: a type `…Page` in either form of a list response, a type `[…]` as a bare array or from `items`. */
async function transform(response: Response | null, type: string): Promise<unknown> {
  if (response === null) return null;
  const body = (await response.json()) as unknown;
  if (type.startsWith('[')) return readList(body);
  if (!type.endsWith('Page')) return body;
  return { ...(Array.isArray(body) ? {} : (body as object)), ...readPage(body) };
}

/**
 * Passes the number of a read from the link to `fetch`, since RestLink passes on only headers. Removed before the
 * request is sent.
 */
const readHeader = 'x-read';

/**
 * Holds an `AbortController` for each pending read, and aborts a read that a newer one of the same component replaces.
 */
export class ReadGuard {
  readonly #signals = new Map<string, AbortSignal>();
  readonly #places = new WeakMap<DocumentNode, Map<string, AbortController>>();
  #last = 0;

  /** The link before RestLink. Reads are identified by their document and the `readId` of their component. */
  readonly link = new ApolloLink((operation, forward) => {
    const { readId } = operation.getContext();
    const controller = new AbortController();
    const number = String(++this.#last);
    const release =
      typeof readId === 'string' ? this.#take(operation.query, readId, controller) : () => undefined;
    this.#signals.set(number, controller.signal);
    operation.setContext(({ headers = {} }) => ({ headers: { ...headers, [readHeader]: number } }));
    return new Observable((observer) => {
      const subscription = forward(operation).subscribe({
        next: (value) => controller.signal.aborted || observer.next(value),
        // A replaced read has no result: neither its response nor its error may replace the newer one's. Completing
        // without a value, as RestLink does, would be an error to Apollo, so it fails as aborted, which readers ignore.
        error: (error: unknown) => observer.error(controller.signal.aborted ? replaced() : error),
        complete: () => (controller.signal.aborted ? observer.error(replaced()) : observer.complete()),
      });
      return () => {
        subscription.unsubscribe();
        controller.abort();
        this.#signals.delete(number);
        release();
      };
    });
  });

  /** Removes a read's number from the headers and returns its abort signal. */
  signalOf(headers: Headers): AbortSignal | undefined {
    const number = headers.get(readHeader);
    headers.delete(readHeader);
    return number === null ? undefined : this.#signals.get(number);
  }

  #take(document: DocumentNode, readId: string, controller: AbortController): () => void {
    const readers = this.#places.get(document) ?? new Map<string, AbortController>();
    this.#places.set(document, readers);
    readers.get(readId)?.abort();
    readers.set(readId, controller);
    return () => {
      if (readers.get(readId) === controller) readers.delete(readId);
    };
  }
}

function replaced(): DOMException {
  return new DOMException('A newer read has replaced this one', 'AbortError');
}
