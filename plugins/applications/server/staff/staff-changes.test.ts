import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Action, Application } from '../../contract.ts';
import { addNeighborhoods } from '../../../../tests/support/neighborhoods.ts';

const neighborhoods = [1, 2, 3];
const people = 5;
const today = dayAt(Date.now(), 'Asia/Tashkent');

let server: TestServer;
/** A super admin with every permission, who is never changed. */
let chief: ApiClient;
let chiefId: number;
/** Roles that are changed: initially with and without the permission to receive. */
let roles: readonly number[];

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'admins', 'notifications'] });
  await addNeighborhoods(server, 3);
  const permissions = ['application_receiver', 'application_head'];
  const own = await server.createAdmin({ role: 'super_admin', permissions });
  chiefId = own.id;
  chief = await server.signIn(own.login);
  roles = await Promise.all(
    [['application_receiver'], []].map(async (held, index) => {
      const name = { uz: { name: `Lavozim ${index}` }, ru: { name: `Должность ${index}` } };
      const made = await chief.post<{ id: number }>('admins/roles', {
        role: 'admin',
        permissions: held,
        ...name,
      });
      expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
      return made.body.id;
    }),
  );
}, 90_000);
afterAll(() => server?.close());

interface Person {
  readonly id: number;
  readonly canReceive: boolean;
  readonly areas: readonly number[];
}

interface Away {
  readonly admin_id: number;
  readonly substitute_id: number;
  readonly from: string;
  readonly until: string;
}

interface World {
  readonly people: ReadonlyMap<number, Person>;
  readonly absences: readonly Away[];
  readonly cases: readonly { id: number; neighborhood: number; receiver: number | null; open: boolean }[];
  readonly tasks: readonly { id: number; neighborhood: number; holder: number; open: boolean }[];
}

/** The complete state, from the tables themselves. */
async function readWorld(): Promise<World> {
  const { database } = server;
  const admins = await sql<Person & { everywhere: boolean }>`
    select a.id, not a.blocked and a.deleted_at is null and 'application_receiver' = any(r.permissions) as "canReceive",
      r.role = 'super_admin' as everywhere,
      array(select n.neighborhood_id::int from admin_neighborhoods n where n.admin_id = a.id) as areas
    from admins a join admin_roles r on r.id = a.role_id`.execute(database);
  const absences = await sql<Away>`
    select admin_id, substitute_id, from_day::text as "from", until_day::text as until from application_absences`.execute(
    database,
  );
  const cases = await sql<World['cases'][number]>`
    select id, neighborhood_id as neighborhood, receiver_id as receiver, status in ('created', 'accepted') as open from applications`.execute(
    database,
  );
  const tasks = await sql<World['tasks'][number]>`
    select t.id, a.neighborhood_id as neighborhood, t.admin_id as holder, t.state = 'open' as open
    from application_tasks t join applications a on a.id = t.application_id`.execute(database);
  return {
    people: new Map(
      admins.rows.map((row) => [row.id, { ...row, areas: row.everywhere ? neighborhoods : row.areas }]),
    ),
    absences: absences.rows,
    cases: cases.rows,
    tasks: tasks.rows,
  };
}

function opens({ people: known }: World, adminId: number, neighborhood: number): boolean {
  const person = known.get(adminId);
  return person !== undefined && person.canReceive && person.areas.includes(neighborhood);
}

const isOn = ({ from, until }: Away, day: string) => from <= day && day <= until;

/** Follows the substitutes one by one. */
function slowReceiver(world: World, named: number, neighborhood: number): number | null {
  if (!opens(world, named, neighborhood)) return null;
  for (let at = named, steps = 0; steps < 50; steps++) {
    const away = world.absences.find((one) => one.admin_id === at && isOn(one, today));
    if (!away && opens(world, at, neighborhood)) return at;
    if (!away) return named;
    at = away.substitute_id;
  }
  throw new Error('substitutes go round in a circle');
}

/** The violated invariants. */
function wrongs(world: World): string[] {
  const found = [
    ...world.cases
      .filter(
        ({ open, receiver, neighborhood }) =>
          open && receiver !== null && !opens(world, receiver, neighborhood),
      )
      .map(({ id, receiver }) => `case ${id} of ${receiver}`),
    ...world.tasks
      .filter(({ open, holder, neighborhood }) => open && !opens(world, holder, neighborhood))
      .map(({ id, holder }) => `task ${id} of ${holder}`),
  ];
  for (let day = today, left = 12; left > 0; left--, day = addDays(day, 1)) {
    for (const id of world.people.keys()) {
      let at: number | undefined = id;
      for (let step = 0; at !== undefined && step <= world.people.size; step++) {
        const own: Away[] = world.absences.filter((one) => one.admin_id === at && isOn(one, day));
        if (own.length > 1) found.push(`${at} is away twice on ${day}`);
        at = own[0]?.substitute_id;
        if (at === id) found.push(`${id} stands in for themselves on ${day}`);
      }
    }
  }
  return found;
}

const person = fc.nat(people - 1);
const which = fc.nat(100);
const neighborhood = fc.constantFrom(...neighborhoods);
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), neighborhood }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('forward' as const), which, person, dated: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('complete' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('transfer' as const), which, neighborhood }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('areas' as const), person, areas: fc.subarray(neighborhoods) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('role' as const), person, role: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rights' as const), held: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('block' as const), person, blocked: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retire' as const), person }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('away' as const), person, other: person, from: fc.nat(4), days: fc.nat(5) }) }, // prettier-ignore
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hand over' as const), person, other: person }) },
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

interface Staff {
  readonly ids: number[];
  readonly fields: Map<number, { login: string; role: number; areas: readonly number[] }>;
}

async function hire(staff: Staff, index: number, serial: string): Promise<void> {
  const login = `xodim-${serial}-${index}`;
  const body = { login, password: 'qirqta-tuya-besh', first_name: 'Xodim', last_name: login };
  const role = roles[0] ?? 0;
  const made = await chief.post<{ id: number }>('admins/register', {
    ...body,
    role_id: role,
    neighborhoods,
  });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
  staff.ids[index] = made.body.id;
  staff.fields.set(made.body.id, { login, role, areas: neighborhoods });
}

async function put(
  staff: Staff,
  id: number,
  more: { role?: number; areas?: readonly number[] },
): Promise<void> {
  const fields = { login: '', role: 0, areas: [], ...staff.fields.get(id), ...more };
  staff.fields.set(id, fields);
  const { login, role, areas } = fields;
  const changed = await chief.put(`admins/${id}`, {
    login,
    first_name: 'Xodim',
    last_name: login,
    role_id: role,
    neighborhoods: areas,
  });
  expect(changed, JSON.stringify(changed.body)).toMatchObject({ status: 200 });
}

/** Makes one change; none if nothing matches it. Over 60 lines: one case for each change. */
async function make(one: Change, staff: Staff, serial: string): Promise<void> {
  const world = await readWorld();
  const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
    items[at % (items.length || 1)];
  const idOf = (index: number) => staff.ids[index] ?? 0;
  switch (one.do) {
    case 'create': {
      const { body } = await chief.upload<Application>('applications', {
        neighborhood_id: one.neighborhood,
        employment_status: 'unemployed',
        planned_assistance: 'Tom',
      });
      await chief.post(`applications/${body.id}/actions/statuses`, { status: 'accepted' });
      return;
    }
    case 'forward': {
      const target = pick(world.cases.filter(({ open }) => open), one.which); // prettier-ignore
      if (!target) return;
      const expected = slowReceiver(world, idOf(one.person), target.neighborhood);
      const { status, body } = await chief.upload<Action & { forward: { receiver: { id: number } } }>(
        `applications/${target.id}/actions/forwards`,
        { receiver_id: idOf(one.person), ...(one.dated ? { due: addDays(today, 2) } : {}) },
      );
      expect(status === 201 ? body.forward.receiver.id : null).toBe(expected);
      return;
    }
    case 'complete': {
      const target = pick(world.cases.filter(({ open }) => open), one.which); // prettier-ignore
      const body = { status: 'completed', note: 'Boʻldi', close_tasks: true };
      if (target) await chief.post(`applications/${target.id}/actions/statuses`, body);
      return;
    }
    case 'reopen': {
      const target = pick(world.cases.filter(({ open }) => !open), one.which); // prettier-ignore
      const body = { status: 'accepted', note: 'Qayta' };
      if (target) await chief.post(`applications/${target.id}/actions/statuses`, body);
      return;
    }
    case 'transfer': {
      const target = pick(world.cases, one.which);
      const body = { neighborhood_id: one.neighborhood, reason: 'Koʻchgan' };
      if (target) await chief.post(`applications/${target.id}/actions/transfers`, body);
      return;
    }
    case 'areas':
      return put(staff, idOf(one.person), { areas: one.areas });
    case 'role':
      return put(staff, idOf(one.person), { role: roles[one.role] ?? 0 });
    case 'rights': {
      const name = { uz: { name: 'Lavozim 0' }, ru: { name: 'Должность 0' } };
      const permissions = one.held ? ['application_receiver'] : [];
      await chief.put(`admins/roles/${roles[0]}`, { role: 'admin', permissions, ...name });
      return;
    }
    case 'block':
      await chief.put(`admins/${idOf(one.person)}/block?blocked=${one.blocked}`, {});
      return;
    case 'retire':
      await chief.del(`admins/${idOf(one.person)}`);
      return hire(staff, one.person, `${serial}-${idOf(one.person)}`);
    case 'away': {
      const from = addDays(today, one.from);
      const body = {
        admin_id: idOf(one.person),
        from,
        until: addDays(from, one.days),
        substitute_id: idOf(one.other),
      };
      await chief.post('applications/absences', body);
      return;
    }
    case 'back': {
      const { rows } = await sql<{ id: number }>`select id from application_absences order by id`.execute(
        server.database,
      );
      const target = pick(rows, one.which);
      if (target) await chief.del(`applications/absences/${target.id}`);
      return;
    }
    case 'hand over': {
      const successors = neighborhoods
        .filter((id) => opens(world, idOf(one.other), id))
        .map((id) => ({ neighborhood_id: id, successor_id: idOf(one.other) }));
      await chief.post('applications/handovers', { admin_id: idOf(one.person), successors });
    }
  }
}

test('random staff changes leave no inaccessible open application, and no circular substitutes', async () => {
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 12, maxLength: 24 }), async (changes) => {
      serial += 1;
      await sql`truncate application_absences`.execute(server.database);
      await sql`update application_tasks set state = 'closed', ended_at = coalesce(ended_at, now())`.execute(
        server.database,
      );
      await sql`update applications set status = 'canceled', receiver_id = ${chiefId}`.execute(
        server.database,
      );
      const staff: Staff = { ids: [], fields: new Map() };
      await make({ do: 'rights', held: true }, staff, '');
      for (let index = 0; index < people; index++) await hire(staff, index, String(serial));
      for (const at of neighborhoods) await make({ do: 'create', neighborhood: at }, staff, '');
      for (const one of changes) {
        await make(one, staff, String(serial));
        expect(wrongs(await readWorld()), JSON.stringify(one)).toEqual([]);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 300_000);
