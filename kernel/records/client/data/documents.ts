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
  /** The fields besides `id`, in GraphQL syntax. */
  readonly fields: string;
}

// Apollo caches a response by its field name, ignoring `@rest`: two lists with the same field name would evict each
// other and refetch forever. So each field is named after its type, and an alias gives all the same name in results.

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

/**
 * The document of a whole list, `pagination=false`. Its type differs from that of the paged list, since it has fewer
 * fields.
 */
export function optionsDocument<Item>({ type, path, fields }: RecordSource): OptionsDocument<Item> {
  return gql(`query ${type}Options {
    options: ${type}Options @rest(type: "[${type}Option]", path: "${path}?pagination=false") { id ${fields} }
  }`);
}

/** The document of one record, including fields that its list may omit. */
export function recordDocument<Item>({ type, path, fields }: RecordSource): RecordDocument<Item> {
  return gql(`query ${type}Detail($id: String!) {
    record: ${type}Detail(id: $id) @rest(type: "${type}Detail", path: "${path}/{args.id}") { id ${fields} }
  }`);
}
