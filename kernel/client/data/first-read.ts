import type { TypedDocumentNode } from '@apollo/client';
import type { DocumentNode } from 'graphql';
import { apolloClient } from './client.ts';

/** A document that reads a list by its query, `page=1&limit=20&…`. */
export type ListDocument = TypedDocumentNode<unknown, { query: string }>;

/** The response with which a page begins, before a page has taken it. */
export interface FirstRead {
  readonly document: ListDocument;
  readonly query: string;
}

/** The latest read for the first page; the page that shows it first need not read again. */
let fresh: FirstRead | null = null;

/** Milliseconds after which an unused response may be outdated. */
const lifetimeMs = 1000;

/** Reads what the first page begins with before it is drawn. A failure is reported by the page, which asks again. */
export async function readFirst(first: FirstRead): Promise<void> {
  const { document, query } = first;
  try {
    await apolloClient().query({
      query: document,
      variables: { query },
      fetchPolicy: 'network-only',
      // As `useRead` does: nothing else reads the same, and telling would print the document.
      context: { queryDeduplication: false },
    });
  } catch {
    return;
  }
  fresh = first;
  setTimeout(() => invalidateFirstRead(document), lifetimeMs);
}

/** Whether the response to a read has just arrived and is not used yet. */
export function isFresh(document: DocumentNode, variables: object = {}): boolean {
  return fresh?.document === document && 'query' in variables && variables.query === fresh.query;
}

/** The caller that shows the response from now on asks again. */
export function invalidateFirstRead(document: DocumentNode): void {
  if (fresh?.document === document) fresh = null;
}
