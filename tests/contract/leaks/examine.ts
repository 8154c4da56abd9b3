import { readXlsx } from 'hucre/xlsx';
import type { ApiRoute } from '#kernel/server/plugin.ts';
import type { TestServer } from '#kernel/testing/server.ts';
import { holds, reachesPlace, type Caller, type Right } from './callers.ts';
import type { Kind, Making, Row } from './calls.ts';
import type { Canary, Finder, Secret } from './canaries.ts';
import type { Area, World } from './world.ts';

/** What a test of calls needs. */
export interface Scene {
  readonly server: TestServer;
  readonly world: World;
  readonly find: Finder;
}

/** The calls that a server has, by method and path: of its plugins, and of the kernel. */
export function callsOf({ runtime }: TestServer): string[] {
  const routes = runtime.halves.flatMap(({ half }) => half.routes ?? []);
  return [
    ...routes.map(({ method, path }: ApiRoute) => `${method} ${path}`),
    'GET plugins',
    'GET search',
    'GET search/known',
  ].toSorted();
}

const nowhereId = 999_999_999;
let serial = 0;

/** Makes a call as somebody, in every way in which he can; answers what is not as the table says. */
export async function examine(scene: Scene, name: string, row: Row, caller: Caller): Promise<string[]> {
  const { world } = scene;
  const refused = refusalOf(row.who, caller);
  const all = row.queries?.(world) ?? [''];
  // A closed door is tried once, with the first key.
  const queries = refused ? all.slice(0, 1) : all;
  const places: readonly Area[] = row.placed || isPlaced(row.at) ? ['own', 'foreign'] : ['own'];
  const troubles: string[] = [];
  async function tryIt(made: Omit<Made, 'token'>, expected: readonly number[], what: string): Promise<void> {
    const answer = await call(scene, name, row, { ...made, token: await caller.token() });
    troubles.push(...judge(scene, answer, { row, caller, expected, what: `${caller.name}: ${name}${what}` }));
  }
  for (const place of places) {
    const expected = expectedOf(row, caller, { place, world });
    const isLet = !refused && reachesPlace(caller, place, world.neighborhoods);
    for (const query of queries) {
      const id = row.at
        ? await idOf(scene, row.at, { changes: isLet && !name.startsWith('GET'), place, caller })
        : null;
      await tryIt({ place, query, id }, expected, `${query} (${place})`);
    }
  }
  if (row.at && !['plugin', 'session', 'notice'].includes(row.at)) {
    const made = { place: 'own', query: queries[0] ?? '', id: nowhereId } as const;
    await tryIt(made, refused ? [refused] : [404], ', of what is not there');
  }
  return troubles;
}

/** A call, ready to be sent. */
interface Made {
  readonly place: Area;
  readonly query: string;
  readonly id: number | string | null;
  readonly token: string | null;
}

/** An answer as everybody sees it: all of its words. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

async function call(
  { server, world }: Scene,
  name: string,
  { body, form }: Row,
  { token, place, query, id }: Made,
): Promise<Answer> {
  const [method = '', template = ''] = name.split(' ');
  const path = template.replace(':id', String(id)).replace(':session', String(id));
  const making: Making = { world, place, serial: ++serial };
  const headers: Record<string, string> = token === null ? {} : { authorization: token };
  if (body) headers['content-type'] = 'application/json';
  const content = body ? JSON.stringify(body(making)) : form ? formOf(form(making)) : null;
  const send = () =>
    fetch(`${server.url}/api/uz/${path}${query}`, { method, headers, redirect: 'manual', body: content });
  // The server lives in this process: on a busy machine it may rightly ask to be called again.
  for (let attempt = 1; ; attempt++) {
    const answer = await read(await send());
    if (answer.status !== 503 || attempt === 30) return answer;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** Reads an answer whole: its headers, its body, and what is packed into that. */
export async function read(response: Response): Promise<Answer> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isBook = response.headers.get('content-type')?.includes('spreadsheetml') ?? false;
  const body = isBook ? JSON.stringify(await readXlsx(bytes)) : Buffer.from(bytes).toString();
  return { status: response.status, text: `${headers}\n\n${body}` };
}

function judge(
  { find, world }: Scene,
  { status, text }: Answer,
  { row, caller, expected, what }: { row: Row; caller: Caller; expected: readonly number[]; what: string },
): string[] {
  const tells = status < 300 ? row.tells : {};
  return [
    ...(expected.includes(status) ? [] : [`${what}: ${status} in place of ${expected.join(' or ')}: ${text.split('\n\n')[1]?.slice(0, 300)}`]),
    ...find(text)
      .filter((canary) => !mayKnow(canary, tells, caller, world))
      .map((canary) => `${what}: tells ${canary.secret} (${canary.place}): ${canary.value}`),
  ]; // prettier-ignore
}

/** Whether somebody may read a canary, by what a row says. */
export function mayKnow(
  { secret, place }: Canary,
  tells: Row['tells'],
  caller: Caller,
  world: World,
): boolean {
  return Object.entries<readonly Secret[]>(tells ?? {}).some(
    ([right, told]) =>
      told.includes(secret) &&
      holds(caller, right as Right) &&
      reachesPlace(caller, place, world.neighborhoods),
  );
}

function expectedOf(
  row: Row,
  caller: Caller,
  { place, world }: { place: Area; world: World },
): readonly number[] {
  const refused = refusalOf(row.who, caller);
  if (refused) return [refused];
  const isOut = !reachesPlace(caller, place, world.neighborhoods);
  // What is not within one's area is not there; and nothing can be put there.
  if (isPlaced(row.at) && isOut) return [404];
  if (row.placed && isOut) return [422];
  return row.gives ?? [200, 201];
}

function refusalOf(who: Right, caller: Caller): 401 | 403 | null {
  if (holds(caller, who)) return null;
  return caller.viewer === null ? 401 : 403;
}

function isPlaced(kind: Kind | undefined): boolean {
  return kind !== undefined && ['application', 'household', 'street', 'neighborhood'].includes(kind);
}

/** The id of a thing; a change of it gets a thing of its own, where what it does could not be done again. */
async function idOf(
  { server, world }: Scene,
  kind: Kind,
  { changes, place, caller }: { changes: boolean; place: Area; caller: Caller },
): Promise<number | string> {
  const mark = () => `${++serial} ${Date.now()}`;
  const made = async (path: string, body: object) =>
    (await world.chief.post<{ id: number }>(path, body)).body.id;
  switch (kind) {
    case 'application':
    case 'household':
      return changes ? world[kind](place) : world.kept[kind][place];
    case 'street':
      return world.streets[place];
    case 'neighborhood':
      return world.neighborhoods[place];
    case 'admin':
      return changes ? (await server.createAdmin({ login: `vaqtincha ${mark()}` })).id : world.ids.admin;
    case 'role':
      return !changes ? world.ids.role : made('admins/roles', { uz: { name: `Rol ${mark()}` }, ru: { name: `Роль ${mark()}` }, role: 'admin', permissions: [] }); // prettier-ignore
    case 'notice':
      return noticeOf(server, caller);
    case 'plugin':
      return 'applications';
    case 'session':
      return nowhereId;
    default:
      return world.ids[kind];
  }
}

/** The newest notice of somebody, or one that is not his. */
async function noticeOf({ runtime }: TestServer, { viewer }: Caller): Promise<number> {
  const { rows } = await runtime.pool.query<{ id: number }>(
    'select id::int from notifications order by (admin_id = $1) desc, id desc limit 1',
    [viewer?.id ?? 0],
  );
  return rows[0]?.id ?? nowhereId;
}

function formOf(fields: Readonly<Record<string, string | number>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  return form;
}
