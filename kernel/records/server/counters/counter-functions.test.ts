import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { onDatabase } from '#kernel/testing/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test('each statement appends one row for each bucket that it changes, and they add up to the rows of the table', async () => {
  await onDatabase(database.url, async (client) => {
    const appended = async (statement: string) => {
      await client.query(statement);
      const { rows } = await client.query<{ row: string }>(
        `with moved as (delete from tree_deltas returning *), added as (insert into tree_sums select * from moved)
         select concat_ws(' ', kind, "key", delta) as row from moved order by row`,
      );
      return rows.map(({ row }) => row);
    };
    await client.query(`
      create table trees (id int primary key, "key" text not null, height int);
      create table tree_deltas (kind text not null, "key" text not null, delta integer not null);
      create table tree_sums (like tree_deltas);
      create table felled (id int);
      select write_counter_functions('{"prefix": "tree", "changes": "tree_deltas",
        "buckets": {"kind": "part.kind", "key": "one.key"},
        "parts": "cross join (values (''all''), (''tall'')) as part (kind)",
        "beside": {"delete": "insert into felled select id from old_rows;"}}');
      create trigger tree_count_insert after insert on trees
        referencing new table as new_rows for each statement execute function tree_count_insert();
      create trigger tree_count_change after update on trees
        referencing old table as old_rows new table as new_rows for each statement execute function tree_count_change();
      create trigger tree_count_delete after delete on trees
        referencing old table as old_rows for each statement execute function tree_count_delete();`);
    expect(await appended(`insert into trees select i, 'oak', i from generate_series(1, 3) as i`)).toEqual([
      'all oak 3',
      'tall oak 3',
    ]);
    expect(await appended(`update trees set "key" = 'elm' where id = 1`)).toEqual([
      'all elm 1',
      'all oak -1',
      'tall elm 1',
      'tall oak -1',
    ]);
    expect(await appended('update trees set height = height + 1')).toEqual([]);
    expect(await appended('delete from trees where id < 3')).toEqual([
      'all elm -1',
      'all oak -1',
      'tall elm -1',
      'tall oak -1',
    ]);
    expect((await client.query('select id from felled order by id')).rows).toEqual([{ id: 1 }, { id: 2 }]);
    const { rows } = await client.query(
      `select kind, "key", sum(delta)::int as count from tree_sums group by kind, "key" having sum(delta) <> 0 order by kind`,
    );
    expect(rows).toEqual([
      { kind: 'all', key: 'oak', count: 1 },
      { kind: 'tall', key: 'oak', count: 1 },
    ]);
  });
});
