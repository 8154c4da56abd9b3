import { sql } from 'kysely';
import { retry } from '#kernel/server/concurrency/retry.ts';
import { isRepeatable } from '#kernel/server/database/pool/errors.ts';
import type { ApiClient, TestServer } from '#kernel/testing/server.ts';
import type { Disclosure, Kind, Row } from './rows.ts';

/** A kind of record with a history. */
interface TrackedKind {
  readonly target: Kind;
  /** The record that is restored, if the others belong to the whole city. */
  readonly restored?: Kind;
  readonly requires: Row['requires'];
  /** Names and phones in its versions; numbers and birthdays are masked. */
  readonly discloses?: Disclosure;
}

const trackedKinds: Readonly<Record<string, TrackedKind>> = {
  directions: { target: 'direction', requires: 'superAdmin' },
  'household-categories': { target: 'category', requires: 'superAdmin' },
  streets: { target: 'street', requires: 'street_add' },
  neighborhoods: { target: 'neighborhood', requires: 'superAdmin' },
  'letter-templates': { target: 'template', requires: 'superAdmin' },
  households: {
    target: 'household',
    requires: 'household_add',
    discloses: { household_add: ['household.name'] },
  },
  users: {
    target: 'user',
    restored: 'spareUser',
    requires: 'superAdmin',
    discloses: { superAdmin: ['user.name', 'user.phone'] },
  },
  admins: { target: 'admin', requires: 'superAdmin' },
  plugins: { target: 'plugin', requires: 'superAdmin' },
  'admins/roles': { target: 'role', requires: 'superAdmin' },
};

/** Kinds of records that can be restored after deletion. */
export const deletedKinds = {
  deletedNeighborhood: { spare: 'spareNeighborhood', path: 'neighborhoods' },
  deletedTemplate: { spare: 'spareTemplate', path: 'letter-templates' },
} as const;

/** The calls about deleted records. */
const deletedCalls = Object.fromEntries(
  Object.entries(deletedKinds).flatMap(([kind, { path }]): [string, Row][] => [
    [`GET ${path}/deleted`, { requires: 'superAdmin' }],
    [`POST ${path}/deleted/:entry/restore`, { requires: 'superAdmin', target: kind as Kind }],
  ]),
);

/** The version in which a record to be restored was deleted. */
export async function deletionOf(chief: ApiClient, path: string, id: number | string): Promise<number> {
  await chief.del(`${path}/${id}`);
  const { body } = await chief.get<{ items?: { id: number }[] }>(`${path}/deleted`);
  // Rejected if the super admin still has to add a second factor; then the caller is rejected too.
  return body.items?.[0]?.id ?? 999_999_999;
}

const versionCalls: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.entries(trackedKinds).flatMap(
    ([path, { target, restored = target, requires, discloses = {} }]): [string, Row][] => {
      const row: Row = { requires, target, hasHistory: true, discloses };
      return [
        [`GET ${path}/:id/history`, row],
        [`GET ${path}/:id/history/:entry`, row],
        [
          `POST ${path}/:id/history/:entry/restore`,
          { requires, target: restored, hasHistory: true, versioned: restored === target ? discloses : {} },
        ],
      ];
    },
  ),
);

/** The calls about the history of each kind of record. */
export const historyCalls: Readonly<Record<string, Row>> = { ...versionCalls, ...deletedCalls };

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
  household: [
    'household',
    (id) => sql`update household_citizens set full_name = full_name || ' a' where household_id = ${id}`,
  ],
  // `world.ts` has changed the citizen and reverted that.
  user: ['user'],
  spareUser: ['user', (id, serial) => sql`update users set first_name = ${`Ism ${serial}`} where id = ${id}`],
  admin: [
    'admin',
    // Test admins have logins that no form accepts.
    (id, serial) => sql`update admins set login = ${`xodim${serial}`} where id = ${id}`,
    (id, serial) => sql`update admins set first_name = ${`Ism ${serial}`} where id = ${id}`,
  ],
  // Effective values stay unchanged.
  plugin: [
    'plugin',
    (_, serial) => sql`
      insert into plugin_states (plugin, shown_config) values ('applications', '{}')
      on conflict (plugin) do update set shown_config = jsonb_build_object('deadlineDays', ${serial % 20}::int)`,
  ],
  role: ['admin_role', renaming('admin_roles')],
};

let serial = 0;

/** The id of a target; for a call about its history, with the version of a change just made to it: `id/entry`. */
export async function withVersion(
  { database }: TestServer,
  { hasHistory, target }: Row,
  id: number | string,
): Promise<number | string> {
  // There is none if the user who creates the records is rejected too.
  if (!hasHistory || !target || id === undefined) return id;
  const [subject = '', ...statements] = changes[target] ?? [];
  for (const statement of statements) {
    // A job or another caller may conflict with it, as with the server, which retries too.
    const change = () => statement(Number(id), ++serial).execute(database);
    await retry(change, { maxAttempts: 3, delayMs: 0, shouldRetry: isRepeatable });
  }
  const { rows } = await sql<{ entry: number | null }>`
    select max(id) as entry from record_history where kind = ${subject} and record = ${String(id)}`.execute(
    database,
  );
  return `${id}/${rows[0]?.entry ?? 0}`;
}
