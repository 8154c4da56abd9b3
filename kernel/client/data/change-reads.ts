import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { apolloClient } from './client.ts';
import { completeData } from './add-types.ts';

/**
 * Changes what every read of a document on the screen shows, such as when a socket brought something new. Types and
 * missing fields are filled in; `null` or the same value changes nothing.
 *
 * @example updateReads(applicationsDocument, ({ applications }) => ({ applications: { ...applications, items: [fresh, ...applications.items] } }));
 */
export function updateReads<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  update: (data: Data, variables: Variables) => Data | null,
): void {
  for (const query of apolloClient().getObservableQueries('active')) {
    if (query.options.query !== document) continue;
    query.updateQuery((_, { previousData, complete }) => {
      if (!complete) return undefined;
      const next = update(previousData as Data, query.variables as Variables);
      if (next === null || next === previousData) return undefined;
      return completeData(document, next) as OperationVariables;
    });
  }
}

/** Reads these documents again wherever they are on the screen. */
export async function refetchReads(
  ...documents: readonly TypedDocumentNode<unknown, never>[]
): Promise<void> {
  await apolloClient()
    .refetchQueries({ include: [...documents] })
    .catch(() => undefined);
}

/** Takes an entity out of the cache, and so out of every list that shows it. */
export function forgetEntity(typename: string, id: number | string): void {
  const { cache } = apolloClient();
  cache.evict({ id: cache.identify({ __typename: typename, id }) ?? '' });
  cache.gc();
}
