import { z } from 'zod';
import type {
  ListedOf,
  ReadOnlyRecord,
  RecordDefinition,
  RecordOf,
  RecordOptionOf,
} from '#kernel/records/contract/index.ts';
import {
  authorshipFields,
  optionsDocument,
  recordDocument,
  recordsDocument,
  type OptionsDocument,
  type RecordDocument,
  type RecordsDocument,
} from './documents.ts';

interface ReadDocuments<Listed, Item> {
  readonly page: RecordsDocument<Listed>;
  readonly detail: RecordDocument<Item>;
}

/** The queries of a declared record: a page of its list, one record, and the whole list for selects. */
export interface RecordDocuments<R extends RecordDefinition> extends ReadDocuments<RecordOf<R>, RecordOf<R>> {
  readonly options: OptionsDocument<RecordOptionOf<R>>;
}

/**
 * Creates the queries of a declared record, with the fields of its schemas.
 *
 * @example export const directionDocuments = recordDocuments(direction);
 */
export function recordDocuments<R extends RecordDefinition>(record: R): RecordDocuments<R>;
export function recordDocuments<R extends ReadOnlyRecord>(record: R): ReadDocuments<ListedOf<R>, RecordOf<R>>;
export function recordDocuments(record: RecordDefinition | ReadOnlyRecord): object {
  const { type, path, fields } = record;
  if (record.readOnly) {
    const { authored, detailFields = [] } = record;
    const ending = authored ? authorshipFields : 'createdAt updatedAt';
    const listed = Object.entries(fields).filter(([key]) => !detailFields.includes(key));
    return {
      page: recordsDocument({ type, path, fields: `${selectionOf(Object.fromEntries(listed))} ${ending}` }),
      detail: recordDocument({ type, path, fields: `${selectionOf(fields)} ${ending}` }),
    };
  }
  const { texts, optionFields } = record;
  const chosen = Object.fromEntries(Object.entries(fields).filter(([key]) => optionFields.includes(key)));
  const block = `{ name ${selectionOf(texts)} }`;
  const names = `uz ${block} ru ${block}`;
  const source = { type, path, fields: `${names} ${selectionOf(fields)} ${authorshipFields}` };
  return {
    page: recordsDocument(source),
    detail: recordDocument(source),
    options: optionsDocument({ type, path, fields: `${names} ${selectionOf(chosen)}` }),
  };
}

/** The fields of a schema in GraphQL syntax. */
function selectionOf(shape: z.ZodRawShape): string {
  return Object.entries(shape)
    .map(([key, schema]) => (schema instanceof z.ZodObject ? `${key} { ${selectionOf(schema.shape)} }` : key))
    .join(' ');
}
