import { gql, type TypedDocumentNode } from '@apollo/client';
import type { Page } from '#kernel/contract/http/lists.ts';

/** Reads a page of records. `query` is `page=1&limit=20&…`, as `useListQuery` writes it. */
export type RecordsDocument<Item> = TypedDocumentNode<{ readonly records: Page<Item> }, { query: string }>;

/** Reads a whole list, for selects. */
export type OptionsDocument<Item> = TypedDocumentNode<
  { readonly options: readonly Item[] },
  Record<string, never>
>;

/** Reads one record by its id. */
export type RecordDocument<Item> = TypedDocumentNode<{ readonly record: Item }, { id: string }>;

interface RecordSource {
  /** The name of the type in the cache, such as `Direction`. */
  readonly type: string;
  /** The path of the calls, such as `directions`. */
  readonly path: string;
  /** The fields beside `id`, in GraphQL syntax. */
  readonly fields: string;
}

// The cache knows a response by the name of its field and not by `@rest`: two lists that are called the same would drive each
// other out of it and be read again without end. So each field has the name of its type, and answers under a common one.

/** The fields of names in every language. */
export const nameFields = 'uz { name } ru { name }';

/** The fields of the author and the times of a record. */
export const authorshipFields = 'author { first_name last_name } createdAt updatedAt';

/**
 * The document of a list of records.
 *
 * @example const directionsDocument = recordsDocument<Direction>({ type: 'Direction', path: 'directions', fields: `${nameFields} ${authorshipFields}` });
 */
export function recordsDocument<Item>({ type, path, fields }: RecordSource): RecordsDocument<Item> {
  return gql(`query ${type}Page($query: String!) {
    records: ${type}Page(query: $query) @rest(type: "${type}Page", path: "${path}?{args.query}") {
      items @type(name: "${type}") { id ${fields} }
      page limit total_pages length capped order_capped
    }
  }`);
}

/** The document of a whole list, `pagination=false`. Its type is not that of the list, whose fields it lacks. */
export function optionsDocument<Item>({ type, path, fields }: RecordSource): OptionsDocument<Item> {
  return gql(`query ${type}Options {
    options: ${type}Options @rest(type: "[${type}Option]", path: "${path}?pagination=false") { id ${fields} }
  }`);
}

/** The document of one record, with fields that its list may leave out. */
export function recordDocument<Item>({ type, path, fields }: RecordSource): RecordDocument<Item> {
  return gql(`query ${type}Detail($id: String!) {
    record: ${type}Detail(id: $id) @rest(type: "${type}Detail", path: "${path}/{args.id}") { id ${fields} }
  }`);
}
