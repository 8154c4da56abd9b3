import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { apolloClient } from './client.ts';
import { addTypenames, completeData } from './add-typenames.ts';

/**
 * Changes what every read of a document on the screen shows, such as when a socket brought something new. Types and
 * missing fields are filled in; `null` or the same value changes nothing.
 *
 * @example updateReads(applicationsDocument, ({ applications }) => ({ applications: { ...applications, items: [fresh, ...applications.items] } }));
 */
export function updateCachedQueries<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  update: (data: Data, variables: Variables) => Data | null,
): void {
  const client = apolloClient();
  // Directives are part of a field's key in the cache: what is written must be what the reads were made of.
  const typed = addTypenames(document);
  for (const query of client.getObservableQueries('active')) {
    if (query.options.query !== document) continue;
    const variables = query.variables as Variables;
    const data = client.cache.readQuery<Data, Variables>({ query: typed, variables });
    if (data === null) continue;
    const next = update(data, variables);
    if (next === null || next === data) continue;
    client.writeQuery<unknown, OperationVariables>({
      query: typed,
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
