import { sql } from 'kysely';
import { relatedSubjectsHook, subjectPagesHook } from '#kernel/plugin-api/contract.ts';
import { onHook } from '#kernel/plugin-api/server.ts';

/** Provides the present and former households of a person. */
const provideRelated = onHook(relatedSubjectsHook, async ({ personalNumbers, add }, { database }) => {
  const numbers = [...personalNumbers];
  const { rows } = await sql<{ id: number; until: string | null }>`
    select household_id as id, null::timestamptz as until from household_citizens where personal_number = any(${numbers}::text[])
    union select household_id, until from household_past_citizens where personal_number = any(${numbers}::text[])`.execute(
    database,
  );
  add(rows.map(({ id, until }) => ({ type: 'household', id, until })));
});

const namePages = onHook(subjectPagesHook, async ({ idsOf, add }) => {
  for (const id of idsOf('household')) add('household', id, { path: `/households/${id}` });
});

/** The hook listeners of households for the audit log. */
export const auditHooks = [provideRelated, namePages];
