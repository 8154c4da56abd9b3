import { z } from 'zod';

/** The last entry of a backup: its required parts, with their checksums. */
export const manifestName = 'manifest.json';

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** Null for transient tables such as sessions and what refers to them, which are empty after a restore. */
  rows: z.int().nullable(),
  /** An order-independent digest of the rows in the database; absent in older backups. */
  digest: z.string().optional(),
});

/** The schema of the manifest. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  postgres: z.string(),
  migrations: z.array(
    z.object({
      plugin: z.string(),
      name: z.string(),
      checksum: z.string(),
      /** The SQL text, for an external plugin. */
      sql: z.string().nullish(),
    }),
  ),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().nullable() })),
  /** The newest seal of the audit log; recorded elsewhere, it reveals changes of earlier entries. */
  auditHead: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  parts: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
  /** Stored names of files that have a row, but whose bytes were missing or damaged. */
  troubles: z.array(z.object({ storedName: z.string(), trouble: z.enum(['missing', 'damaged']) })),
});
export type BackupManifest = z.infer<typeof manifestSchema>;
