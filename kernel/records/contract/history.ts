import { z } from 'zod';
import { coordinatesSchema } from '#kernel/domain/geo/index.ts';
import {
  birthdaySchema,
  idSchema,
  momentSchema,
  pageSchema,
  personal,
  personSchema,
} from '#kernel/contract/index.ts';

/** An item of a list within a record, such as a citizen of a household. */
const historyItemSchema = z.object({
  text: z.string().optional(),
  jshshir: personal('jshshir', z.string()).optional(),
  number: z.number().optional(),
});
export type HistoryItem = z.infer<typeof historyItemSchema>;

/** The old or new value of a field, in the property for the field's kind. Personal values are masked as everywhere. */
export const historyValueSchema = z.object({
  /** A text of the form, in the reader's language. */
  text: z.string().optional(),
  /** A text written by a user, of any length. */
  written: personal('text', z.string()).optional(),
  jshshir: personal('jshshir', z.string()).optional(),
  passport: personal('passport', z.string()).optional(),
  birthday: birthdaySchema().optional(),
  phone: personal('phone', z.string()).optional(),
  number: z.number().optional(),
  flag: z.boolean().optional(),
  color: z.string().optional(),
  /** The referenced record no longer exists. */
  missing: z.literal(true).optional(),
  /** The rings of a border, each of `[lat, lng]`. */
  rings: z.array(z.array(coordinatesSchema)).optional(),
  /** The items of a list that the other side does not have. */
  items: z.array(historyItemSchema).optional(),
});
export type HistoryValue = z.infer<typeof historyValueSchema>;

/** A field of a change; null on the side where it is empty. */
export const historyFieldSchema = z.object({
  name: z.string(),
  /** The label in the form, in the reader's language. */
  label: z.string(),
  from: historyValueSchema.nullable(),
  to: historyValueSchema.nullable(),
});
export type HistoryField = z.infer<typeof historyFieldSchema>;

/** A version of a record: author, time and changes. */
export const historyEntrySchema = z.object({
  id: idSchema,
  createdAt: momentSchema,
  change: z.enum(['created', 'updated', 'deleted', 'restored']),
  /** Null if the system made the change, or the account no longer exists. */
  author: personSchema.nullable(),
  fields: z.array(historyFieldSchema),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Query of `GET …/{id}/history`: newest first. */
export const historyQuerySchema = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Response of `GET …/{id}/history`. */
export const historyPageSchema = pageSchema(historyEntrySchema);
export type HistoryPage = z.infer<typeof historyPageSchema>;

/** Response of `GET …/{id}/history/{entry}`: the changes that restoring the state before that entry would make. */
export const historyPreviewSchema = z.object({
  /** The version that it was compared with; the restore sends it in `If-Match`. */
  version: momentSchema,
  fields: z.array(historyFieldSchema),
  /** Further changes, in the reader's language, such as households that move with a border. */
  notes: z.array(z.string()).optional(),
});
export type HistoryPreview = z.infer<typeof historyPreviewSchema>;

/** Response of `POST …/{id}/history/{entry}/restore`. */
export const restoredSchema = z.object({
  version: momentSchema,
  /** The entry of the restore; restoring the state before it undoes the restore. */
  entry: idSchema,
});
export type Restored = z.infer<typeof restoredSchema>;

/** Response of `POST …/deleted/{entry}/restore`: the record gets a new id. */
export const restoredRecordSchema = z.object({ id: idSchema });
export type RestoredRecord = z.infer<typeof restoredRecordSchema>;
