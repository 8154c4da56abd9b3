import { sql } from 'kysely';
import { dayMs } from '#kernel/domain/text/dates.ts';
import type { Database } from '#kernel/server/api/index.ts';
import { namesToColumns } from '#kernel/records/server/crud/names.ts';

/** A record of the demonstration: its names, its columns, and its age in days. */
export interface RecordSeed {
  readonly uz: string;
  readonly ru: string;
  readonly daysAgo: number;
  readonly columns?: Readonly<Record<string, unknown>>;
}

/** Inserts records of the demonstration in one statement; all must have the same columns. */
export async function seedRecords(
  database: Database,
  table: string,
  seeds: readonly RecordSeed[],
): Promise<void> {
  const rows = seeds.map(({ uz, ru, daysAgo, columns }) => {
    const moment = new Date(Date.now() - daysAgo * dayMs).toISOString();
    const names = namesToColumns({ uz: { name: uz }, ru: { name: ru } });
    return { ...names, ...columns, created_at: moment, updated_at: moment };
  });
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    database,
  );
}
