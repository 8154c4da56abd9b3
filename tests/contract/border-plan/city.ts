import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type ApiCallOptions, type ApiClient, testServer, type TestServer } from '#kernel/testing/server.ts';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
import type {
  BorderPlan,
  NeighborChange,
  NeighborhoodBorder,
  SavedNeighborhood,
  Successor,
} from '#plugins/neighborhoods/contract.ts';

/** A box in thousandths of a degree north and east of a place near Urganch: south, west, north, east. */
export function box(south: number, west: number, north: number, east: number): Coordinates[] {
  const at = (y: number, x: number): Coordinates => [(41_500 + y) / 1000, (60_600 + x) / 1000];
  return [at(south, west), at(south, east), at(north, east), at(north, west)];
}

/** A place in the same units. */
export const placeAt = (y: number, x: number): Coordinates => [(41_500 + y) / 1000, (60_600 + x) / 1000];

let serial = 0;

/** Creates a neighbourhood, and returns its id. */
export async function makeArea(chief: ApiClient, coords: readonly Coordinates[]): Promise<number> {
  const name = `Mahalla ${++serial}`;
  const body = { uz: { name }, ru: { name: `${name} ru` }, color: '#0b7480', coords };
  return (await chief.post<SavedNeighborhood>('neighborhoods', body)).body.id;
}

/** The stored borders, by id. */
export async function bordersOf(chief: ApiClient): Promise<Map<number, NeighborhoodBorder>> {
  const { body } = await chief.get<{ borders: NeighborhoodBorder[] }>('neighborhoods/borders');
  return new Map(body.borders.map((border) => [border.id, border]));
}

/** New borders of an area and of its neighbours. */
export interface RequestedBorders {
  readonly id: number;
  readonly coords: readonly Coordinates[];
  readonly neighbors: readonly NeighborChange[];
}

/** New borders as the form sends them: with the currently stored versions. */
export async function requestedOf(
  chief: ApiClient,
  [[id, coords], ...others]: readonly [
    readonly [number, Coordinates[]],
    ...(readonly [number, Coordinates[]])[],
  ],
): Promise<RequestedBorders> {
  const stored = await bordersOf(chief);
  const neighbors = others.map(([other, border]) => ({
    id: other,
    updatedAt: stored.get(other)?.updatedAt ?? '',
    coords: border,
    geometry: null,
  }));
  return { id, coords, neighbors };
}

/** Requests the plan of new borders. */
export const planOf = (as: ApiClient, { id, ...body }: RequestedBorders) =>
  as.post<BorderPlan>(`neighborhoods/${id}/plan`, { geometry: null, ...body });

/** Saves new borders by a plan. */
export async function saveBy<Result = SavedNeighborhood>(
  as: ApiClient,
  { id, ...borders }: RequestedBorders,
  { digest, successors = [] }: { digest: string; successors?: readonly Successor[] },
  options?: ApiCallOptions,
) {
  const stored = (await bordersOf(as)).get(id);
  const { uz, ru, color } = stored ?? { uz: { name: 'A' }, ru: { name: 'B' }, color: '#0b7480' };
  const body = { uz, ru, color, geometry: null, ...borders, digest, successors };
  return as.put<Result>(`neighborhoods/${id}/plan`, body, options);
}

/**
 * Creates a street in each neighbourhood and a category; returns functions that create households,
 * applications and tasks.
 */
export async function makeCity(server: TestServer) {
  const { database } = server;
  await sql`
    insert into household_categories (name_uz, name_ru, fold_uz, fold_ru, color) values ('K', 'К', 'k', 'k', '#1d5fd1')
    on conflict do nothing`.execute(database);
  const streetOf = async (neighborhoodId: number, name = 'Navoiy') => {
    const { rows } = await sql<{ id: number }>`
      insert into streets (neighborhood_id, name_uz, name_ru, fold_uz, fold_ru)
      values (${neighborhoodId}, ${name}, ${name}, ${name.toLowerCase()}, ${name.toLowerCase()}) returning id`.execute(
      database,
    );
    return rows[0]?.id ?? 0;
  };

  async function household(
    neighborhoodId: number,
    streetId: number,
    pin: Coordinates | null,
    jshshir?: string,
  ) {
    const { rows } = await sql<{ id: number }>`
      insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number, latitude, longitude)
      values (${neighborhoodId}, ${streetId}, (select min(id) from household_categories), 'apartment', 1,
        ${pin?.[0] ?? null}, ${pin?.[1] ?? null}) returning id`.execute(database);
    const id = rows[0]?.id ?? 0;
    if (jshshir !== undefined) {
      await sql`insert into household_citizens (household_id, position, full_name, personal_number)
        values (${id}, 1, 'Karimova Lola', ${jshshir})`.execute(database);
    }
    return id;
  }

  async function application(
    neighborhoodId: number,
    jshshir: string | null,
    { status = 'accepted', receiver = null as number | null } = {},
  ) {
    const { rows } = await sql<{ id: number }>`
      insert into applications (day, neighborhood_id, status, cancel_time, first_name, last_name, personal_number,
        employment_status, planned_assistance, search_key, receiver_id)
      values (now()::date, ${neighborhoodId}, ${status}, now() + interval '5 days', 'Lola', 'Karimova', ${jshshir},
        'official', 'x', ' lola', ${receiver}) returning id`.execute(database);
    return rows[0]?.id ?? 0;
  }

  async function placesOf(table: 'households' | 'applications') {
    const { rows } = await sql<{ id: number; neighborhood_id: number }>`
      select id, neighborhood_id from ${sql.table(table)} order by id`.execute(database);
    return new Map(rows.map(({ id, neighborhood_id }) => [id, neighborhood_id]));
  }
  const task = (applicationId: number, adminId: number) => giveTask(server, applicationId, adminId);
  return { streetOf, household, application, task, placesOf };
}

/** A forward that is a task of an admin. */
async function giveTask({ database }: TestServer, applicationId: number, adminId: number): Promise<void> {
  await sql`
    with action as (
      insert into application_actions (application_id, type, message, receiver_id)
      values (${applicationId}, 'forward', 'Topshiriq', ${adminId}) returning id
    )
    insert into application_tasks (application_id, action_id, admin_id)
    select ${applicationId}, id, ${adminId} from action`.execute(database);
}

/** The permissions of an admin for households and applications. */
export const permissions = ['application_receiver', 'household_add'];
export const jshshir = '31210632040244';

/** Two adjacent areas, `east` starts where `west` ends; created again for each test of a file. */
export interface PlanWorld {
  readonly server: TestServer;
  /** A super admin who may see households and applications. */
  readonly chief: ApiClient;
  readonly city: Awaited<ReturnType<typeof makeCity>>;
  readonly west: number;
  readonly east: number;
  /** A street of the first area. */
  readonly street: number;
}

/** Starts a server for the tests of a file, and creates the areas before each. */
export function usePlanWorld(): { current: PlanWorld } {
  const world: { current: PlanWorld } = Object.create(null);
  let server: TestServer;
  let chief: ApiClient;
  beforeAll(async () => {
    server = await testServer({ plugins: ['households', 'applications', 'notifications', 'stats'] });
    chief = await server.signIn({ role: 'super_admin', permissions });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of emptied) await sql`delete from ${sql.table(table)}`.execute(server.database);
    const city = await makeCity(server);
    const west = await makeArea(chief, box(0, 0, 10, 10));
    const east = await makeArea(chief, box(0, 10, 10, 20));
    world.current = { server, chief, city, west, east, street: await city.streetOf(west) };
  });
  return world;
}

const emptied = ['application_absences', 'application_tasks', 'application_actions', 'applications', 'households', 'streets', 'notifications', 'admin_neighborhoods', 'neighborhoods']; // prettier-ignore

/** The common border moves west, so that `east` gains a strip of two thousandths. */
export const movedWest = ({ chief, west, east }: PlanWorld) =>
  requestedOf(chief, [
    [east, box(0, 8, 10, 20)],
    [west, box(0, 0, 10, 8)],
  ]);

/** The plan of new borders, which must be valid. */
export async function agreed(chief: ApiClient, borders: RequestedBorders): Promise<BorderPlan> {
  const { status, body } = await planOf(chief, borders);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
