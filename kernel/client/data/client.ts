import { ApolloClient, ApolloLink, DocumentTransform, InMemoryCache, Observable } from '@apollo/client';
import { RestLink } from 'apollo-link-rest';
import { readList, readPage } from '#kernel/contract/http/read-response.ts';
import { onLanguageChange } from '../i18n/language-store.ts';
import { prepareDocument } from './prepare-document.ts';
import { apiBase, request } from './request.ts';
import type { DocumentNode } from 'graphql';
import { share } from 'rxjs';

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
 * Aborts a read that a newer one of the same component replaces, and sends one request for several components that begin
 * the same read in the same task: after a change, the parts of a page refetch together.
 */
export class ReadGuard {
  readonly #signals = new Map<string, AbortSignal>();
  /** Functions that end the pending read of a component, by `readId`. */
  readonly #pending = new WeakMap<DocumentNode, Map<string, () => void>>();
  /** Reads begun in the current task, by their variables. */
  readonly #begun = new WeakMap<DocumentNode, Map<string, Observable<ApolloLink.Result>>>();
  #last = 0;

  /** The link before RestLink. */
  readonly link = new ApolloLink((operation, forward) => {
    const { readId } = operation.getContext();
    const read = this.#share(operation, forward);
    return typeof readId === 'string' ? this.#replaceable(operation.query, readId, read) : read;
  });

  /** Removes a read's number from the headers and returns its abort signal. */
  signalOf(headers: Headers): AbortSignal | undefined {
    const number = headers.get(readHeader);
    headers.delete(readHeader);
    return number === null ? undefined : this.#signals.get(number);
  }

  /** Returns the same read that began in this task, or a new one, which is aborted when nobody waits for it. */
  #share(
    operation: ApolloLink.Operation,
    forward: ApolloLink.ForwardFunction,
  ): Observable<ApolloLink.Result> {
    const reads = this.#begun.get(operation.query) ?? new Map<string, Observable<ApolloLink.Result>>();
    this.#begun.set(operation.query, reads);
    const key = JSON.stringify(operation.variables);
    const begun = reads.get(key);
    if (begun) return begun;
    const read = new Observable<ApolloLink.Result>((observer) => {
      const controller = new AbortController();
      const number = String(++this.#last);
      this.#signals.set(number, controller.signal);
      operation.setContext(({ headers = {} }) => ({ headers: { ...headers, [readHeader]: number } }));
      const subscription = forward(operation).subscribe(observer);
      return () => {
        subscription.unsubscribe();
        controller.abort();
        this.#signals.delete(number);
      };
    }).pipe(share());
    reads.set(key, read);
    // Not later: a read after a change must not share one that was sent before.
    queueMicrotask(() => reads.delete(key));
    return read;
  }

  /** Ends the component's pending read of the document, and can be ended by its next one. */
  #replaceable(
    document: DocumentNode,
    readId: string,
    read: Observable<ApolloLink.Result>,
  ): Observable<ApolloLink.Result> {
    return new Observable((observer) => {
      const readers = this.#pending.get(document) ?? new Map<string, () => void>();
      this.#pending.set(document, readers);
      // Not `observer` itself: that would be closed by the end of this subscription.
      const subscription = read.subscribe({
        next: (value) => observer.next(value),
        error: (error: unknown) => observer.error(error),
        complete: () => observer.complete(),
      });
      // A replaced read has no result: neither its response nor its error may replace the newer one's. Completing
      // without a value would be an error to Apollo, so it fails as aborted, which readers ignore; later, when Apollo
      // already waits for the newer one.
      const end = (): void => {
        subscription.unsubscribe();
        queueMicrotask(() => observer.error(replaced()));
      };
      // After the new one has begun, which may share the request.
      readers.get(readId)?.();
      readers.set(readId, end);
      return () => {
        subscription.unsubscribe();
        if (readers.get(readId) === end) readers.delete(readId);
      };
    });
  }
}

function replaced(): DOMException {
  return new DOMException('A newer read has replaced this one', 'AbortError');
}
