import type { ObservableQuery, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { apolloClient } from './client.ts';
import { addTypenames, completeData } from './add-typenames.ts';

/** What a read of a document on the screen shows now. */
export interface CachedQuery<Data, Variables> {
  readonly data: Data;
  readonly variables: Variables;
}

/** What every read of a document on the screen shows; those that wait for their first response are left out. */
export function readCachedQueries<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
): CachedQuery<Data, Variables>[] {
  return activeQueries(document).flatMap(({ data, variables }) =>
    data === null ? [] : [{ data, variables }],
  );
}

/**
 * Changes what every read of a document on the screen shows, such as when a socket brought something new. Types and
 * missing fields are filled in; `null` or the same value changes nothing. Where a response is on its way, which may be older than
 * what came by the socket and would replace it, the document is read once more after it.
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
      query: addTypenames(document),
      variables,
      data: completeData(document, next) as OperationVariables,
    });
  }
}

/** Reads these documents again wherever they are on the screen. */
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
  // Directives are part of a field's key in the cache: what is written must be what the reads were made of.
  const typed = addTypenames(document);
  return [...client.getObservableQueries('active')]
    .filter((query) => query.options.query === document)
    .map((query) => {
      const variables = query.variables as Variables;
      return { query, variables, data: client.cache.readQuery<Data, Variables>({ query: typed, variables }) };
    });
}

const waiting = new WeakSet<ObservableQuery>();

/** Reads the same once more after the response that is on its way, unless nobody looks at it any longer. */
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
