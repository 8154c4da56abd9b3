import { sql } from 'kysely';
import type { TestServer } from '#kernel/testing/server.ts';
import type { Disclosure, Kind, Row } from './rows.ts';

/** A kind of record whose changes are kept. */
interface KeptKind {
  readonly target: Kind;
  readonly requires: Row['requires'];
  /** Names and phones of its versions; numbers and birthdays are masked. */
  readonly discloses?: Disclosure;
}

const keptKinds: Readonly<Record<string, KeptKind>> = {
  directions: { target: 'direction', requires: 'superAdmin' },
  'household-categories': { target: 'category', requires: 'superAdmin' },
  streets: { target: 'street', requires: 'street_add' },
  neighborhoods: { target: 'neighborhood', requires: 'superAdmin' },
  'letter-templates': { target: 'template', requires: 'superAdmin' },
};

/** The calls about the history of each kind of record. */
export const historyCalls: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.entries(keptKinds).flatMap(([path, { target, requires, discloses = {} }]): [string, Row][] => {
    const row: Row = { requires, target, hasHistory: true, discloses };
    return [
      [`GET ${path}/:id/history`, row],
      [`GET ${path}/:id/history/:entry`, row],
      [
        `POST ${path}/:id/history/:entry/restore`,
        { requires, target, hasHistory: true, versioned: {}, expects: [200, 201] },
      ],
    ];
  }),
);

type Statement = (id: number, serial: number) => ReturnType<typeof sql>;

function renaming(table: string): Statement {
  return (id, serial) => sql`update ${sql.table(table)} set name_ru = ${`Имя ${serial}`} where id = ${id}`;
}

/** How a record of each kind is changed, so that there is a version to restore. */
const changes: Partial<Record<Kind, readonly [subject: string, ...statements: Statement[]]>> = {
  direction: ['direction', renaming('directions')],
  category: ['household_category', renaming('household_categories')],
  street: ['street', renaming('streets')],
  neighborhood: ['neighborhood', renaming('neighborhoods')],
  template: ['letter_template', renaming('letter_templates')],
};

let serial = 0;

/** The id of a target; of a call about its history with a version that a change has just made of it, `id/entry`. */
export async function withVersion(
  { database }: TestServer,
  { hasHistory, target }: Row,
  id: number | string,
): Promise<number | string> {
  if (!hasHistory || !target) return id;
  const [subject = '', ...statements] = changes[target] ?? [];
  for (const statement of statements) await statement(Number(id), ++serial).execute(database);
  const { rows } = await sql<{ entry: number | null }>`
    select max(id) as entry from record_history where kind = ${subject} and record = ${String(id)}`.execute(
    database,
  );
  return `${id}/${rows[0]?.entry ?? 0}`;
}
