import { useRef } from 'react';
import {
  refetchDocuments,
  send,
  toRequestError,
  useCapabilities,
  type RecordFormOptions,
} from '#kernel/plugin-api/client.ts';
import type { Boundary } from '#kernel/domain/geo/boundary.ts';
import { followBorders } from '#widgets/map/index.ts';
import type { BorderPlan, Neighborhood, NeighborhoodBody, NeighborhoodBorder } from '../../contract.ts';
import { bordersCapability, cityPlanCapability, planCapability } from '../../manifest.ts';
import { bordersDocument } from '../data/queries.ts';
import { useRequestedPlan, type RequestedPlan } from './use-requested-plan.ts';
import type { Neighbors } from './use-neighbors.ts';

type Options = RecordFormOptions<Neighborhood, never, NeighborhoodBody>;
type Agreement = Awaited<ReturnType<NonNullable<Options['agree']>>>;

interface BorderPlanning {
  readonly requested: RequestedPlan | null;
  readonly agree: NonNullable<Options['agree']>;
  readonly onRejected: NonNullable<Options['onRejected']>;
}

type KnownBorders = Pick<Neighbors, 'own' | 'stored'>;

/** Shows the effects of a border before it is saved, and saves it with its neighbours and moved records. */
export function useBorderPlan(
  id: number | null,
  neighbors: () => KnownBorders,
  follows: () => boolean,
): BorderPlanning {
  const capabilities = useCapabilities('neighborhoods');
  const ableToPlan = capabilities.includes(planCapability) && capabilities.includes(bordersCapability);
  const ableToAdd = capabilities.includes(cityPlanCapability) && capabilities.includes(bordersCapability);
  const { requested, requestDecision } = useRequestedPlan();
  /** The plan that came with a rejection. */
  const newer = useRef<BorderPlan | null>(null);

  async function planFor(path: string, borders: object, version: string | null): Promise<BorderPlan> {
    const plan = newer.current;
    newer.current = null;
    return plan ?? send<BorderPlan>('POST', path, borders, version === null ? {} : { version });
  }

  /** A new one takes its land from the neighbourhoods under it. */
  async function agreeToNew(body: NeighborhoodBody): Promise<Agreement> {
    if (!ableToAdd) return { more: {} };
    const { stored } = neighbors().stored.length > 0 ? neighbors() : await readBorders(null);
    const borders = await requestedBorders(body, { own: null, stored }, follows());
    const isNew = newer.current !== null;
    const plan = await planFor('neighborhoods/new/plan', { ...body, ...borders }, null);
    const successors = isQuiet(plan) && !isNew ? [] : await requestDecision(plan, isNew);
    return successors && { path: 'neighborhoods/new', more: { ...borders, digest: plan.digest, successors } };
  }

  return {
    requested,
    async agree(body, version) {
      if (id === null) return agreeToNew(body);
      if (!ableToPlan) return { more: {} };
      // Without the neighbours, the border would be saved alone, and the admins of moved records would not be
      // notified.
      const known = neighbors().own ? neighbors() : await readBorders(id);
      const { own } = known;
      if (!own || sameBorder(own, body)) return { more: {} };
      const borders = await requestedBorders(body, known, follows());
      const path = `neighborhoods/${own.id}/plan`;
      const isNew = newer.current !== null;
      const plan = await planFor(path, borders, version);
      const successors = isQuiet(plan) && !isNew ? [] : await requestDecision(plan, isNew);
      return successors && { path, more: { ...borders, digest: plan.digest, successors } };
    },
    onRejected(error, again) {
      const { code, body } = toRequestError(error);
      if (code === 'neighbor_changed') void refetchDocuments(bordersDocument);
      if (code !== 'plan_changed') return false;
      newer.current = (body as { plan?: BorderPlan } | null)?.plan ?? null;
      void again({});
      return true;
    },
  };
}

/** Whether only the border itself changes. */
function isQuiet({ areas, parts }: BorderPlan): boolean {
  return areas.length < 2 && parts.length === 0;
}

function sameBorder(one: Boundary, other: Boundary): boolean {
  const textOf = ({ coords, geometry }: Boundary) => JSON.stringify([coords, geometry ?? null]);
  return textOf(one) === textOf(other);
}

/** Reads borders that are not loaded yet, or could not be read when the form was opened. */
async function readBorders(id: number | null): Promise<KnownBorders> {
  const { borders } = await send<{ borders: readonly NeighborhoodBorder[] }>('GET', 'neighborhoods/borders');
  const isOwn = (border: NeighborhoodBorder) => Number(border.id) === id;
  return { own: borders.find(isOwn) ?? null, stored: borders.filter((border) => !isOwn(border)) };
}

/** The borders to send: that of the neighbourhood, and those of the neighbours that follow it. */
async function requestedBorders(body: NeighborhoodBody, { own, stored }: KnownBorders, follows: boolean) {
  const { coords, geometry } = body;
  const alone = { coords, ...(geometry === undefined ? {} : { geometry }), neighbors: [] };
  if (!follows) return alone;
  // From the stored borders: the map may show some that already follow.
  const around = stored
    .filter(({ coords: ring }) => ring.length > 2)
    .map(({ id, color, coords: ring, geometry: rings }) => ({
      id,
      title: String(id),
      color,
      coords: ring,
      geometry: rings ?? null,
    }));
  const followed = await followBorders(own, body, around);
  if (!followed || followed.changed.length === 0) return alone;
  return {
    coords: followed.own.coords,
    geometry: followed.own.geometry ?? null,
    neighbors: followed.changed.map((one) => ({
      id: Number(one.id),
      updatedAt: stored.find(({ id }) => Number(id) === Number(one.id))?.updatedAt ?? '',
      coords: one.coords,
      geometry: one.geometry ?? null,
    })),
  };
}
