import { z } from 'zod';

/** The last entry of a backup: what must be in it, and how each part reads. */
export const manifestName = 'manifest.json';

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** Null for tables of the moment, such as sessions and what refers to them: they stand empty after a restore. */
  rows: z.int().nullable(),
  /** A digest of the rows in the database, independent of their order; older backups have none. */
  digest: z.string().optional(),
});

/** The description in a backup. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  postgres: z.string(),
  migrations: z.array(
    z.object({
      plugin: z.string(),
      name: z.string(),
      checksum: z.string(),
      /** The text, of an external plugin. */
      sql: z.string().nullish(),
    }),
  ),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().nullable() })),
  /** The newest seal of the audit log: note it elsewhere, and nothing before it can be changed unseen. */
  auditHead: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  parts: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
  /** Stored names of files whose row was there and whose bytes were not, or not as they were written. */
  troubles: z.array(z.object({ storedName: z.string(), trouble: z.enum(['missing', 'damaged']) })),
});
export type BackupManifest = z.infer<typeof manifestSchema>;
