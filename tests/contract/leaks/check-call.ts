import { readXlsx } from 'hucre/xlsx';
import type { ApiRoute } from '#kernel/server/api/index.ts';
import type { TestServer } from '#kernel/testing/server.ts';
import type { RawResponse } from '../document.ts';
import { hasRight, reachesPlace, type Caller, type Right } from './callers.ts';
import { spareVersion, type Kind, type CallContext, type Row, type Disclosure } from './calls.ts';
import type { Canary, Finder, Secret } from './canaries.ts';
import { deletedKinds, deletionOf, withVersion } from './history-calls.ts';
import { siteOf, type Area, type World } from './world.ts';

/** The context of a test of calls. */
export interface LeakContext {
  readonly server: TestServer;
  readonly world: World;
  readonly find: Finder;
  /** Lists the differences between a response and its description. */
  readonly validate: (name: string, response: RawResponse) => string[];
  /** Observed permitted disclosures, in the form of {@link declarationsOf}. */
  readonly observed: Set<string>;
  /** Calls that succeeded. */
  readonly succeeded: Set<string>;
  /** Receivers of applications in a place: one who makes calls, and one who listens. */
  readonly receivers: Readonly<Record<Area, readonly number[]>>;
}

/** The calls of a server by method and path: of its plugins, and of the kernel. */
export function callsOf({ services }: TestServer): string[] {
  const routes = services.plugins.loaded.flatMap(({ module }) => module.routes ?? []);
  return [
    ...routes.map(({ method, path }: ApiRoute) => `${method} ${path}`),
    'GET plugins',
    'GET search',
    'GET search/known',
    ...(services.tracing ? ['POST traces'] : []),
  ].toSorted();
}

const nowhereId = 999_999_999;
let serial = 0;

/** Makes a call in every variant, and returns the differences from the table. */
export async function checkCall(
  context: LeakContext,
  name: string,
  row: Row,
  caller: Caller,
): Promise<string[]> {
  // A rejected call is made once.
  const variants = rejectionStatus(row.requires, caller) ? [row] : variantsOf(row);
  const problems: string[] = [];
  for (const variant of variants) problems.push(...(await checkVariant(context, name, variant, caller)));
  return problems;
}

/** The variants of a call: the main one, those of its row, and one with an outdated version. */
function variantsOf(row: Row): Row[] {
  const old = { headers: { 'if-match': '"2001-01-01T00:00:00.000Z"' }, expects: [409] };
  return [row, ...(row.variants ?? []).map((variant) => ({ ...row, ...variant })), ...(row.versioned ? [{ ...row, ...old }] : [])];
} // prettier-ignore

async function checkVariant(context: LeakContext, name: string, row: Row, caller: Caller): Promise<string[]> {
  const { world } = context;
  const rejection = rejectionStatus(row.requires, caller);
  const all = row.queries?.(world) ?? [''];
  const queries = rejection ? all.slice(0, 1) : all;
  const places: readonly Area[] = row.isLocal || isPlaced(row.target) ? ['own', 'foreign'] : ['own'];
  const problems: string[] = [];
  async function attempt(
    made: Omit<PreparedCall, 'token'>,
    expected: readonly number[],
    what: string,
  ): Promise<void> {
    const response = await makeCall(context, name, row, { ...made, token: await caller.token() });
    if (response.status < 400) context.succeeded.add(name);
    problems.push(...validate(context, response, { name, row, caller, expected, what }));
  }
  for (const place of places) {
    const expected = expectedOf(row, caller, place);
    const isAllowed = !rejection && (!isPlaced(row.target) || reachesPlace(caller, place));
    for (const query of queries) {
      const id = row.target
        ? await withVersion(context.server, row, await idOf(context, row.target, { changes: isAllowed && !name.startsWith('GET'), place, caller }))
        : null; // prettier-ignore
      await attempt({ place, query, id }, expected, `${query} (${place})`);
    }
  }
  if (row.target && !['plugin', 'notice', 'ownSession'].includes(row.target)) {
    const made = { place: 'own', query: queries[0] ?? '', id: nowhereId } as const;
    await attempt(made, rejection ? [rejection] : [404], ', of what is not there');
  }
  return problems;
}

/** A call that is ready to be sent. */
interface PreparedCall {
  readonly place: Area;
  readonly query: string;
  readonly id: number | string | null;
  readonly token: string | null;
}

/** A response with all of its text. */
export interface ReadResponse {
  readonly status: number;
  readonly text: string;
  readonly raw: RawResponse;
}

async function makeCall(
  { server, world, receivers }: LeakContext,
  name: string,
  { body, form, headers: own }: Row,
  { token, place, query, id }: PreparedCall,
): Promise<ReadResponse> {
  const [method = '', template = ''] = name.split(' ');
  const [first = '', last = first] = String(id).split('/');
  const path = `${template}${query}`
    .replace(':id', first)
    .replace(/:session|:other|:passkey|:entry/, last)
    .replace(':code', world.letterCode);
  const ids = [Number(first), Number(last)] as const;
  const callContext: CallContext = { world, place, serial: ++serial, ids, receivers: receivers[place] };
  const headers: Record<string, string> = { ...own, ...(token === null ? {} : { authorization: token }) };
  if (body) headers['content-type'] = 'application/json';
  const content = body ? JSON.stringify(body(callContext)) : form ? formOf(form(callContext)) : null;
  const send = () =>
    fetch(`${server.url}/api/uz/${path}`, { method, headers, redirect: 'manual', body: content });
  // On a busy machine the server, in this process, may respond 503; and many callers share a rate limit.
  for (let attempt = 1; ; attempt++) {
    const response = await read(await send());
    if (![429, 503].includes(response.status) || attempt === 30) return response;
    await new Promise((succeeded) => setTimeout(succeeded, 1000));
  }
}

/** Reads a response: its headers, its body, and the content of a workbook. */
export async function read(response: Response): Promise<ReadResponse> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const bytes = Buffer.from(await response.arrayBuffer());
  const isBook = response.headers.get('content-type')?.includes('spreadsheetml') ?? false;
  const body = isBook ? JSON.stringify(await readXlsx(bytes)) : bytes.toString();
  const { status } = response;
  const raw = { status, headers: Object.fromEntries(response.headers), body: bytes };
  return { status, text: `${headers}\n\n${body}`, raw };
}

function validate(
  context: LeakContext,
  { status, text, raw }: ReadResponse,
  { name, row, caller, expected, what }: { name: string; row: Row; caller: Caller; expected: readonly number[]; what: string },
): string[] {
  const made = `${caller.name}: ${name}${what}`;
  return [
    ...(expected.includes(status) ? [] : [`${made}: ${status} in place of ${expected.join(' or ')}: ${text.split('\n\n')[1]?.slice(0, 300)}`]),
    ...context.validate(name, raw).map((problem) => `${made}: ${problem}`),
    ...leaksIn(context, text, { name, allowed: status < 300 ? row.discloses : status === 409 ? row.versioned : {}, caller, isCitywide: row.isCitywide }).map((problem) => `${made}: ${problem}`),
  ];
} // prettier-ignore

/** Finds the canaries in a text that a caller may not read, and records those that they may. */
export function leaksIn(
  { find, observed }: LeakContext,
  text: string,
  {
    name,
    allowed,
    caller,
    isCitywide = false,
  }: { name: string; allowed: Disclosure | undefined; caller: Caller; isCitywide?: boolean | undefined },
): string[] {
  return find(text).flatMap((canary) => {
    const variants = rightsToRead(isCitywide ? { ...canary, place: 'nowhere' } : canary, allowed, caller);
    // With two permissions it is unknown which one disclosed it.
    if (variants.length === 1) observed.add(`${name} tells ${variants[0]} ${canary.secret}`);
    const { secret, place, value } = canary;
    return variants.length > 0 ? [] : [`tells ${secret} (${place}): ${value}`];
  });
}

/** Every disclosure that a table declares. */
export function declarationsOf(rows: Readonly<Record<string, Disclosure | undefined>>): string[] {
  return Object.entries(rows).flatMap(([name, allowed]) =>
    Object.entries<readonly Secret[]>(allowed ?? {}).flatMap(([right, listed]) =>
      listed.map((secret) => `${name} tells ${right} ${secret}`),
    ),
  );
}

/** Whether a row lets a caller read a canary. */
export function mayRead(canary: Canary, allowed: Disclosure | undefined, caller: Caller): boolean {
  return rightsToRead(canary, allowed, caller).length > 0;
}

/** The permissions with which a caller may read a canary. */
function rightsToRead({ secret, place }: Canary, allowed: Disclosure | undefined, caller: Caller): string[] {
  if (!reachesPlace(caller, place)) return [];
  return Object.entries<readonly Secret[]>(allowed ?? {})
    .filter(([right, listed]) => listed.includes(secret) && hasRight(caller, right as Right))
    .map(([right]) => right);
}

function expectedOf(row: Row, caller: Caller, place: Area): readonly number[] {
  const rejection = rejectionStatus(row.requires, caller);
  if (rejection) return [rejection];
  const isOutside = !reachesPlace(caller, place);
  // Nothing outside the area is found, and nothing can be added there.
  if (isPlaced(row.target) && isOutside) return [404];
  if (row.isLocal && isOutside) return [422];
  return row.expects ?? [200, 201];
}

function rejectionStatus(who: Right, caller: Caller): 401 | 403 | null {
  if (hasRight(caller, who)) return null;
  return caller.adminId === null ? 401 : 403;
}

function isPlaced(kind: Kind | undefined): boolean {
  return (
    kind !== undefined && ['application', 'household', 'street', 'neighborhood', 'letter'].includes(kind)
  );
}

/** The id of a target; a change that cannot be repeated gets a new one. */
// Over 60 lines: one case for each kind of target.
async function idOf(
  context: LeakContext,
  kind: Kind,
  { changes, place, caller }: { changes: boolean; place: Area; caller: Caller },
): Promise<number | string> {
  const { server, world } = context;
  const mark = () => `${++serial} ${Date.now()}`;
  const made = async (path: string, body: object) =>
    (await world.chief.post<{ id: number }>(path, body)).body.id;
  switch (kind) {
    case 'application':
    case 'household':
    case 'letter':
      return changes ? world[kind](place) : world.existing[kind][place];
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
    case 'spareNeighborhood':
      return !changes ? world.neighborhoods.own : made('neighborhoods', { uz: { name: `Mahalla ${mark()}` }, ru: { name: `Махалля ${mark()}` }, coords: [[30, 50], [30, 50.001], [30.001, 50.001]], color: '#0b7480' }); // prettier-ignore
    case 'deletedNeighborhood':
    case 'deletedTemplate': {
      if (!changes) return nowhereId;
      const { spare, path } = deletedKinds[kind];
      return deletionOf(world.chief, path, await idOf(context, spare, { changes, place, caller }));
    }
    case 'spareBorder':
      return spareBorder(server, mark());
    case 'site':
      return siteOf(world, mark());
    case 'spareEntry':
      return !changes ? world.ids.entry : made('chatbot/entries', { uz: { name: `Savol ${mark()}?`, asks: '', text: 'Javob.' }, ru: { name: `Вопрос ${mark()}?`, asks: '', text: 'Ответ.' }, audience: 'staff', path: null, enabled: false }); // prettier-ignore
    case 'spareUser':
      return spareUser(server);
    case 'twoUsers':
      return `${await spareUser(server)}/${await spareUser(server)}`;
    case 'merge':
      return changes ? mergeOf(server, world) : nowhereId;
    case 'spareTemplate':
      return !changes ? world.ids.template : made('letter-templates', world.templateBody(`Andoza ${mark()}`));
    case 'batch':
      return batchOf(server, world, caller);
    case 'bulk':
      return bulkOf(server, world, caller);
    case 'view':
    case 'deletedView':
      return viewOf(server, caller, kind === 'deletedView');
    case 'erasureRequest':
      return changes ? made(`retention/citizens/${await spareUser(server)}/requests`, { reason: 'Fuqaroning soʻrovi' }) : nowhereId; // prettier-ignore
    case 'hold':
      return changes ? made('retention/holds', { subject_type: 'user', subject_id: await spareUser(server), reason: 'Sud soʻrovi' }) : nowhereId; // prettier-ignore
    case 'ownSession':
      return changes ? (await sessionOf(server, caller.adminId ?? 0)).id : nowhereId;
    case 'adminSession': {
      if (!changes) return nowhereId;
      const { id } = await server.createAdmin({ login: `vaqtincha ${mark()}` });
      return `${id}/${(await sessionOf(server, id)).id}`;
    }
    default:
      return world.ids[kind];
  }
}

async function spareBorder({ services }: TestServer, name: string): Promise<number> {
  const { rows } = await services.pool.query<{ id: number }>(
    `insert into neighborhoods (name_uz, name_ru, fold_uz, fold_ru, color, coords, updated_at)
     values ($1, $1, $1, $1, '#0b7480', '[[30, 50], [30, 50.001], [30.001, 50.001]]', $2) returning id::int`,
    [`Chegara ${name}`, spareVersion],
  );
  return rows[0]?.id ?? nowhereId;
}

async function spareUser({ services }: TestServer): Promise<number> {
  const { rows } = await services.pool.query<{ id: number }>(
    "insert into users (first_name, last_name, updated_at) values ('Zulfiya', 'Ergasheva', $1) returning id::int",
    [spareVersion],
  );
  return rows[0]?.id ?? nowhereId;
}

/** A merge that is not undone. */
async function mergeOf(server: TestServer, { chief }: World): Promise<number> {
  const [remaining, merged] = [await spareUser(server), await spareUser(server)];
  const body = { merged_id: merged, remaining_version: spareVersion, merged_version: spareVersion };
  await chief.post(`users/${remaining}/merges`, body);
  const { rows } = await server.services.pool.query<{ id: number }>(
    'select id::int from user_merges where remaining_id = $1',
    [remaining],
  );
  return rows[0]?.id ?? nowhereId;
}

async function sessionOf({ services }: TestServer, adminId: number): Promise<{ readonly id: number }> {
  return (await services.sessions.open(adminId, { address: '127.0.0.1', userAgent: 'test' })).session;
}

/** A list view that the caller has saved, or deleted. */
async function viewOf(
  { services: { pool } }: TestServer,
  { adminId }: Caller,
  isDeleted: boolean,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into application_views (owner_id, name, query, deleted_at)
     values ($1, 'Koʻrinish', '', case when $2 then now() end) returning id::int`,
    [adminId ?? 0, isDeleted],
  );
  return rows[0]?.id ?? nowhereId;
}

/** A bulk job of a caller with a letter of its own neighbourhood. */
async function batchOf(
  { services: { pool } }: TestServer,
  world: World,
  { adminId }: Caller,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into letter_batches (state, template_id, language, signatory_id, origin, total, author_id)
     values ('stopped', $1, 'uz', $2, '', 2, $3) returning id::int`,
    [world.ids.template, world.ids.chief, adminId ?? 0],
  );
  const id = rows[0]?.id ?? nowhereId;
  await pool.query(
    `insert into letters (year, number, register_number, issued_on, code, language, subject, body, application_id,
       addressee, signatory_id, signatory_name, signatory_position, file_id, batch_id, search_key)
     select 1999, $1::int, $1::int || '/1999', issued_on, 'bulk ' || $1::int, language, subject, body, application_id,
       addressee, signatory_id, signatory_name, signatory_position, file_id, $1::int, search_key
     from letters where id = $2`,
    [id, world.existing.letter.own],
  );
  return id;
}

/** A bulk job of a caller with applications of both neighbourhoods. */
async function bulkOf(
  { services: { pool } }: TestServer,
  world: World,
  { adminId }: Caller,
): Promise<number> {
  const { own, foreign } = world.existing.application;
  const { rows } = await pool.query<{ id: number }>(
    `with batch as (
       insert into application_batches (state, kind, message, total, author_id) values ('stopped', 'accept', '', 2, $1) returning id
     ), item as (
       insert into application_batch_items (batch_id, application_id)
       select batch.id, given.id from batch, unnest($2::bigint[]) as given (id)
     )
     select id::int from batch`,
    [adminId ?? 0, [own, foreign]],
  );
  return rows[0]?.id ?? nowhereId;
}

/** The newest notification of a caller, or of another one. */
async function noticeOf({ services }: TestServer, { adminId }: Caller): Promise<number> {
  const { rows } = await services.pool.query<{ id: number }>(
    'select id::int from notifications order by (admin_id = $1) desc, id desc limit 1',
    [adminId ?? 0],
  );
  return rows[0]?.id ?? nowhereId;
}

function formOf(fields: Readonly<Record<string, string | number | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, value instanceof File ? value : String(value));
  return form;
}
