import { sql } from 'kysely';
import { relatedSubjectsHook, subjectPagesHook } from '#kernel/plugin-api/contract.ts';
import { execute, hooksOf } from '#kernel/plugin-api/server.ts';
import { users } from '../manifest.ts';

const onHook = hooksOf(users);

/**
 * Provides the other ids of a citizen in the audit log: merged citizens are one person, including those
 * separated again, for the time in between.
 */
const provideRelated = onHook(
  relatedSubjectsHook,
  async ({ known, add, addPersonalNumber }, { database }) => {
    const people = known.filter(({ type }) => type === 'user');
    const ids = people.flatMap(({ id, until }) => (until ? [] : [id]));
    // A citizen related only for a period adds only those into whom they were merged during it.
    const passing = people.filter(({ until }) => until).map(({ id, since, until }) => ({ id, since, until }));
    const [found] = await execute(
      database,
      sql<{ numbers: (string | null)[]; subjects: { id: number; since?: string; until?: string }[] }>`
        with merge as (
          select remaining_id, merged_id, undone_at, created_at, array[
            remaining_before ->> 'personal_number', merged_before ->> 'personal_number'] as numbers
          from user_merges where remaining_id = any(${ids}::bigint[]) or merged_id = any(${ids}::bigint[])
        )
        select array(
          select personal_number from users where id = any(${ids}::bigint[])
          union select unnest(numbers) from merge where undone_at is null
        ) as numbers, array(
          select json_build_object('id', id) from merge cross join unnest(array[remaining_id, merged_id]) as id
          where undone_at is null
          union all
          select json_build_object('id', remaining_id, 'since', created_at, 'until', undone_at) from merge
          where undone_at is not null and merged_id = any(${ids}::bigint[])
          union all
          select json_build_object('id', remaining_id, 'since', greatest(since, created_at), 'until', least(until, undone_at))
          from user_merges join jsonb_to_recordset(${JSON.stringify(passing)}::jsonb)
            as passing (id bigint, since timestamptz(3), until timestamptz(3)) on passing.id = merged_id
          where greatest(since, created_at) < least(until, undone_at)
        ) as subjects`,
    );
    for (const number of found?.numbers ?? []) if (number !== null) addPersonalNumber(number);
    add((found?.subjects ?? []).map((subject) => ({ type: 'user', ...subject })));
  },
);

const namePages = onHook(subjectPagesHook, async ({ idsOf, add }, { database }) => {
  const ids = [...idsOf('user')];
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number; title: string }>`
    select id, concat_ws(' ', last_name, first_name, father_name) as title from users where id = any(${ids}::bigint[])`.execute(
    database,
  );
  for (const { id, title } of rows) add('user', id, { path: `/users/${id}`, title });
});

/** The hook listeners of the register of citizens for the audit log. */
export const auditHooks = [provideRelated, namePages];
