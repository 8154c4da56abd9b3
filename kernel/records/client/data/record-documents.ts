import { z } from 'zod';
import type { RecordDefinition, RecordOf, RecordOptionOf } from '#kernel/records/contract/index.ts';
import {
  authorshipFields,
  nameFields,
  optionsDocument,
  recordsDocument,
  type OptionsDocument,
  type RecordsDocument,
} from './documents.ts';

/** The reads of a declared record: a page of its list, and the whole list for selects. */
export interface RecordDocuments<R extends RecordDefinition> {
  readonly page: RecordsDocument<RecordOf<R>>;
  readonly options: OptionsDocument<RecordOptionOf<R>>;
}

/**
 * Makes the reads of a declared record; their fields are those of its schemas.
 *
 * @example export const directionDocuments = recordDocuments(direction);
 */
export function recordDocuments<R extends RecordDefinition>(record: R): RecordDocuments<R> {
  const { type, path, fields, optionFields } = record;
  const chosen = Object.fromEntries(Object.entries(fields).filter(([key]) => optionFields.includes(key)));
  return {
    page: recordsDocument({ type, path, fields: `${nameFields} ${selectionOf(fields)} ${authorshipFields}` }),
    options: optionsDocument({ type, path, fields: `${nameFields} ${selectionOf(chosen)}` }),
  };
}

/** The fields of a schema in GraphQL's words. */
function selectionOf(shape: z.ZodRawShape): string {
  return Object.entries(shape)
    .map(([key, schema]) => (schema instanceof z.ZodObject ? `${key} { ${selectionOf(schema.shape)} }` : key))
    .join(' ');
}
