import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { allows, allOf, type Viewer } from '#kernel/plugin-api/contract.ts';
import type { Effects } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import {
  borderApplicationsHook,
  borderHouseholdsHook,
  newAreaId,
  planLimits,
  type BorderChange,
  type BorderMove,
  type BorderPart,
  type BorderPlan,
  type Handover,
  type PersonMove,
  type PlannedMoves,
} from '../../contract.ts';
import { listReceivers } from '../core/receivers.ts';
import {
  changeAreas,
  presentOutline,
  type NewArea,
  type PlannedArea,
  type RequestedArea,
} from './change-areas.ts';
import { changedBounds, createLocate } from './locate.ts';

/** The parts of a call that a plan needs. */
export interface PlanCall extends Pick<Effects, 'database' | 'hooks'> {
  readonly viewer: Viewer;
  readonly language: Language;
}

/** A plan, and the data to carry it out. */
export interface CreatedPlan {
  readonly plan: BorderPlan;
  readonly changed: readonly PlannedArea[];
  readonly parts: readonly BorderPart[];
}

interface PlanOptions {
  readonly isSaving: boolean;
  /** A neighbourhood that is created with the borders; while saving it already exists. */
  readonly added?: NewArea;
  readonly maxCorners?: number;
}

/**
 * Computes the effects of new borders. While saving, all affected records are locked until the transaction
 * ends.
 */
export async function makePlan(
  call: PlanCall,
  requested: readonly RequestedArea[],
  { isSaving, added, maxCorners }: PlanOptions,
): Promise<CreatedPlan> {
  const { database, language } = call;
  const areas = await changeAreas(database, requested, { isSaving, language, added, maxCorners });
  const changed = areas.filter(({ before, after }) => before !== after);
  const parts = await partsOf(call, areas, isSaving);
  const handovers = await handoversOf(call, parts);
  const admins = await adminsOf(call, changed, parts);
  const plan = {
    areas: areasOf(areas, parts),
    parts: await Promise.all(parts.map((part) => presentMoves(call, part))),
    handovers,
    admins,
  };
  return {
    plan: { digest: digestOf(changed, parts, { ...plan, added: added?.id }), ...plan },
    changed,
    parts,
  };
}

/** Collects the parts of other plugins: first households, then the records that move with their residents. */
async function partsOf(
  { hooks, viewer, language }: PlanCall,
  areas: readonly PlannedArea[],
  isSaving: boolean,
): Promise<BorderPart[]> {
  const versions = areas.map(({ stored: { id }, before, after }) => ({ id, before, after }));
  const bounds = changedBounds(versions);
  if (!bounds) return [];
  const parts: BorderPart[] = [];
  const people: PersonMove[] = [];
  const change: BorderChange = {
    bounds,
    locate: createLocate(versions),
    language,
    actorId: viewer.id,
    isSaving,
    people,
    movePeople: (moved) => void people.push(...moved),
    add: (part) => void (part.moves.length > 0 && parts.push(part)),
  };
  await hooks.call(borderHouseholdsHook, change);
  await hooks.call(borderApplicationsHook, change);
  return parts;
}

async function presentMoves({ viewer }: PlanCall, part: BorderPart): Promise<PlannedMoves> {
  const { plugin, permission, moves } = part;
  const counts = [...Map.groupBy(moves, ({ from, to }) => `${from} ${to}`).values()].flatMap((group) =>
    group.slice(0, 1).map(({ from, to }) => ({ from, to, count: group.length })),
  );
  if (!allows(allOf(permission), viewer)) return { plugin, moves: counts, items: null };
  const byId = new Map(moves.map((move) => [move.id, move]));
  // Those in no area first, since they need a person's attention.
  const first = moves.toSorted((one, other) => Number(one.to !== null) - Number(other.to !== null));
  const described = await part.describe(first.slice(0, planLimits.items).map(({ id }) => id));
  const items = described.flatMap((item) => {
    const move = byId.get(item.id);
    return move ? [{ ...item, from: move.from, to: move.to }] : [];
  });
  return { plugin, moves: counts, items };
}

/** Returns the areas that change, and those that records move from or to. */
function areasOf(areas: readonly PlannedArea[], parts: readonly BorderPart[]): BorderPlan['areas'] {
  const touched = new Set(parts.flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from, to])));
  return areas
    .filter(({ stored, before, after }) => before !== after || touched.has(stored.id))
    .map(({ stored, before, after }) => ({
      id: stored.id,
      uz: stored.uz,
      ru: stored.ru,
      color: stored.color,
      before: presentOutline(before),
      after: presentOutline(after),
    }));
}

async function handoversOf({ database }: PlanCall, parts: readonly BorderPart[]): Promise<Handover[]> {
  const requested = parts.flatMap(({ handovers = [] }) => handovers);
  const neighborhoodIds = [...new Set(requested.map(({ neighborhoodId }) => neighborhoodId))];
  const candidates = new Map(
    await Promise.all(neighborhoodIds.map(async (id) => [id, await listReceivers(database, id)] as const)),
  );
  const substitutes = await substitutesOf(parts, candidates);
  const ids = [...requested.map(({ receiverId }) => receiverId), ...substitutes.values()];
  const names = new Map((await namesOf(database, ids)).map((one) => [one.id, one]));
  const nameOf = (id: number) => names.get(id) ?? { id, first_name: '—', last_name: '—' };
  return requested.map(({ receiverId, neighborhoodId, count }) => ({
    receiver: nameOf(receiverId),
    neighborhood_id: neighborhoodId,
    count,
    candidates: (candidates.get(neighborhoodId) ?? []).map((candidate) => {
      const substitute = substitutes.get(`${candidate.id} ${neighborhoodId}`);
      return { ...candidate, substitute: substitute === undefined ? null : nameOf(substitute) };
    }),
  }));
}

/** The substitutes of candidates who are away, by `<candidate> <neighbourhood>`. */
async function substitutesOf(
  parts: readonly BorderPart[],
  candidates: ReadonlyMap<number, readonly { readonly id: number }[]>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const part of parts.filter(({ handovers = [] }) => handovers.length > 0)) {
    for (const [neighborhoodId, receivers] of candidates) {
      const adminIds = receivers.map(({ id }) => id);
      const substitutes = (await part.substitutesOf?.(adminIds, neighborhoodId)) ?? [];
      for (const [id, substitute] of substitutes) found.set(`${id} ${neighborhoodId}`, substitute);
    }
  }
  return found;
}

async function namesOf(database: PlanCall['database'], ids: readonly number[]) {
  const { rows } = await sql<{ id: number; first_name: string; last_name: string }>`
    select id, first_name, last_name from kernel_v1_admins where id = any(${[...ids]}::bigint[])`.execute(
    database,
  );
  return rows;
}

/** An admin of an area whose border changes, or that records move from or to. */
interface AdminRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly permissions: readonly string[];
  readonly areas: readonly number[];
}

async function adminsOf(
  { database }: PlanCall,
  changed: readonly PlannedArea[],
  parts: readonly BorderPart[],
): Promise<BorderPlan['admins']> {
  const changedIds = new Set(changed.map(({ stored }) => stored.id));
  const moved = parts.flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from, to ?? from]));
  const neighborhoodIds = [...new Set([...changedIds, ...moved])];
  const { rows } = await sql<AdminRow>`
    select a.id, a.first_name, a.last_name, r.permissions, own.areas
    from kernel_v1_admins a join kernel_v1_admin_roles r on r.id = a.role_id
      cross join lateral (
        select array_agg(n.neighborhood_id order by n.neighborhood_id) as areas from kernel_v1_admin_neighborhoods n
        where n.admin_id = a.id and n.neighborhood_id = any(${neighborhoodIds}::bigint[])) as own
    where not a.blocked and r.role <> 'super_admin' and own.areas is not null
    order by a.last_name, a.first_name, a.id`.execute(database);
  return rows.flatMap(({ id, first_name, last_name, permissions, areas }) => {
    const changes = parts.flatMap(({ plugin, permission, moves }) =>
      permissions.includes(permission) ? [{ plugin, ...changeFor(areas, moves) }] : [],
    );
    const seen = changes.filter(({ gained, lost }) => gained > 0 || lost > 0);
    const borders = areas.filter((area) => changedIds.has(area));
    return seen.length > 0 || borders.length > 0
      ? [{ id, first_name, last_name, changes: seen, borders }]
      : [];
  });
}

function changeFor(areas: readonly number[], moves: readonly BorderMove[]) {
  const own = new Set<number>(areas);
  let gained = 0;
  let lost = 0;
  for (const { from, to } of moves) {
    if (to === null || own.has(from) === own.has(to)) continue;
    if (own.has(to)) gained++;
    else lost++;
  }
  return { gained, lost };
}

/**
 * A digest of a plan's effects, so that saving detects changes. Names of people and places may change; a new
 * neighbourhood gets its id only when it is saved.
 */
function digestOf(
  changed: readonly PlannedArea[],
  parts: readonly BorderPart[],
  {
    handovers,
    admins,
    added,
  }: Pick<BorderPlan, 'handovers' | 'admins'> & { readonly added: number | undefined },
): string {
  const numberOf = (id: number | null) => (id === added ? newAreaId : id);
  const content = {
    areas: changed.map(({ stored: { id, updatedAt }, after }) => [
      numberOf(id),
      updatedAt,
      after.coords,
      after.geometry ?? null,
    ]),
    moves: parts.map(({ plugin, moves }) => [
      plugin,
      moves.map(({ id, from, to }) => [id, from, numberOf(to)]),
    ]),
    handovers: handovers.map(({ receiver, neighborhood_id, count, candidates }) => [
      receiver.id,
      numberOf(neighborhood_id),
      count,
      candidates.map(({ id, substitute }) => [id, substitute?.id ?? null]),
    ]),
    admins: admins.map(({ id, changes, borders }) => [id, changes, borders]),
  };
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
