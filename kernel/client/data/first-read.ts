import type { TypedDocumentNode } from '@apollo/client';
import type { DocumentNode } from 'graphql';
import { apolloClient } from './client.ts';

/** A query that reads a list by its query string, `page=1&limit=20&…`. */
export type ListDocument = TypedDocumentNode<unknown, { query: string }>;

/** The first read of a page: document and query string. */
export interface FirstRead {
  readonly document: ListDocument;
  readonly query: string;
}

/** The last first read; the page that shows it first need not read again. */
let fresh: FirstRead | null = null;

/** Milliseconds after which an unused response may be outdated. */
const lifetimeMs = 1000;

/** Reads the first page's data before it is rendered. If this fails, the page reads again and reports the error. */
export async function readFirst(first: FirstRead): Promise<void> {
  const { document, query } = first;
  try {
    await apolloClient().query({
      query: document,
      variables: { query },
      fetchPolicy: 'network-only',
      // As in `useRead`: no other query is equal, and deduplication would print the document.
      context: { queryDeduplication: false },
    });
  } catch {
    return;
  }
  fresh = first;
  setTimeout(() => invalidateFirstRead(document), lifetimeMs);
}

/** Whether the response to a read has just arrived and has not been used yet. */
export function isFresh(document: DocumentNode, variables: object = {}): boolean {
  return fresh?.document === document && 'query' in variables && variables.query === fresh.query;
}

/** Marks the first read as used, so that the next use reads again. */
export function invalidateFirstRead(document: DocumentNode): void {
  if (fresh?.document === document) fresh = null;
}
