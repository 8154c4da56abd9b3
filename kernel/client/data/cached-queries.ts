import type { ObservableQuery, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { apolloClient } from './client.ts';
import { Kind, type DocumentNode } from 'graphql';
import { prepareDocument, completeData, selectionOf } from './prepare-document.ts';

/** The current result of a mounted query. */
export interface CachedQuery<Data, Variables> {
  readonly data: Data;
  readonly variables: Variables;
}

/** The current results of all mounted queries of a document, except those without a response yet. */
export function readCachedQueries<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
): CachedQuery<Data, Variables>[] {
  return activeQueries(document).flatMap(({ data, variables }) =>
    data === null ? [] : [{ data, variables }],
  );
}

/**
 * Updates the data of all mounted queries of a document, for example after an event. Types and missing fields are
 * filled in; returning `null` or the same value changes nothing. If a response is pending, which may be older and would
 * overwrite the update, the query is reloaded after it.
 *
 * @example updateCachedQueries(applicationsDocument, ({ applications }) => ({ applications: { ...applications, items: [fresh, ...applications.items] } }));
 */
export function updateCachedQueries<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  update: (data: Data, variables: Variables) => Data | null,
): void {
  for (const { query, data, variables } of activeQueries(document)) {
    const next = data === null ? null : update(data, variables);
    if (data !== null && (next === null || next === data)) continue;
    if (query.getCurrentResult().loading) readAfterResponse(query);
    if (next === null) continue;
    apolloClient().writeQuery<unknown, OperationVariables>({
      query: prepareDocument(document),
      variables,
      data: completeData(document, next) as OperationVariables,
    });
  }
}

let layers = 0;

/**
 * Updates the data of all mounted queries of a document before the server has confirmed the change, which is applied to
 * all data that are read until it is removed. Returns a function that removes it.
 *
 * @example const removeUpdate = updateOptimistically(applicationsDocument, ({ applications }) => ({ applications: accepted(applications) }));
 */
export function updateOptimistically<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  update: (data: Data, variables: Variables) => Data | null,
): () => void {
  const { cache } = apolloClient();
  const query = prepareDocument(document);
  const optimistic = `optimistic-${++layers}`;
  const shown = activeQueries(document).map(({ variables }) => variables);
  cache.batch({
    optimistic,
    update(layer) {
      for (const variables of shown) {
        const data = layer.readQuery<Data, Variables>({ query, variables });
        const next = data === null ? null : update(data, variables);
        if (next === null) continue;
        layer.writeQuery<unknown, OperationVariables>({
          query,
          variables,
          data: completeData(document, next) as OperationVariables,
        });
      }
    },
  });
  return () => cache.removeOptimistic(optimistic);
}

/**
 * Reads a record from the cache, as any list has read it; null if the cache lacks a field of the document.
 *
 * @example const row = readCachedRecord<Application>(applicationsDocument, 'Application', 12);
 */
export function readCachedRecord<RecordData>(
  document: DocumentNode,
  type: string,
  id: number | string,
): RecordData | null {
  const selectionSet = selectionOf(prepareDocument(document), type);
  if (!selectionSet) return null;
  const fragment: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.FRAGMENT_DEFINITION,
        name: { kind: Kind.NAME, value: 'CachedRecord' },
        typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
        selectionSet,
      },
    ],
  };
  return apolloClient().cache.readFragment<RecordData>({ id: `${type}:${id}`, fragment });
}

/** Reloads all mounted queries of these documents. */
export async function refetchQueries(
  ...documents: readonly TypedDocumentNode<unknown, never>[]
): Promise<void> {
  await apolloClient()
    .refetchQueries({ include: [...documents] })
    .catch(() => undefined);
}

function activeQueries<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
) {
  const client = apolloClient();
  // Directives are part of a field's cache key, so writes must use the same document as the reads.
  const typed = prepareDocument(document);
  return [...client.getObservableQueries('active')]
    .filter((query) => query.options.query === document)
    .map((query) => {
      const variables = query.variables as Variables;
      return { query, variables, data: client.cache.readQuery<Data, Variables>({ query: typed, variables }) };
    });
}

const waiting = new WeakSet<ObservableQuery>();

/** Reloads a query after its pending response, unless no component uses it any more. */
function readAfterResponse(query: ObservableQuery): void {
  if (waiting.has(query)) return;
  waiting.add(query);
  const { variables } = query;
  const subscription = query.subscribe(({ loading, error }) => {
    if (loading) return;
    waiting.delete(query);
    queueMicrotask(() => {
      subscription.unsubscribe();
      if (error || !query.hasObservers() || query.variables !== variables) return;
      void query.refetch().catch(() => undefined);
    });
  });
}
