import { useRef, useState } from 'react';
import { refetchDocuments, send, toRequestError, type RecordFormOptions } from '#kernel/plugin-api/client.ts';
import type { Boundary } from '#kernel/domain/geo/boundary.ts';
import { followBorders } from '#widgets/map/index.ts';
import type { BorderPlan, Neighborhood, NeighborhoodBody, Successor } from '../../contract.ts';
import { bordersDocument } from '../queries.ts';
import type { Neighbors } from './use-neighbors.ts';

/** A plan that waits for an answer. */
export interface AskedPlan {
  readonly plan: BorderPlan;
  /** Another plan was shown before, and something has changed since. */
  readonly isNew: boolean;
  /** `null` continues editing. */
  readonly answer: (successors: readonly Successor[] | null) => void;
}

type Options = RecordFormOptions<Neighborhood, never, NeighborhoodBody>;

interface BorderPlanning {
  readonly asked: AskedPlan | null;
  readonly agree: NonNullable<Options['agree']>;
  readonly onRefused: NonNullable<Options['onRefused']>;
}

/** Shows what a border changes before it is saved, and saves it with its neighbours and all that moves. */
export function useBorderPlan(neighbors: () => Neighbors, follows: () => boolean): BorderPlanning {
  const [asked, setAsked] = useState<AskedPlan | null>(null);
  /** The plan that has come with a refusal. */
  const newer = useRef<BorderPlan | null>(null);

  function ask(plan: BorderPlan, isNew: boolean): Promise<readonly Successor[] | null> {
    return new Promise((resolve) => {
      setAsked({
        plan,
        isNew,
        answer(successors) {
          setAsked(null);
          resolve(successors);
        },
      });
    });
  }

  return {
    asked,
    async agree(body, version) {
      const { own } = neighbors();
      if (!own || sameBorder(own, body)) return { more: {} };
      const wanted = await wantedBorders(body, neighbors(), follows());
      const path = `neighborhoods/${own.id}/plan`;
      const isNew = newer.current !== null;
      const plan =
        newer.current ?? (await send<BorderPlan>('POST', path, wanted, version === null ? {} : { version }));
      newer.current = null;
      const successors = isQuiet(plan) && !isNew ? [] : await ask(plan, isNew);
      return successors && { path, more: { ...wanted, digest: plan.digest, successors } };
    },
    onRefused(error, again) {
      const { code, body } = toRequestError(error);
      if (code === 'neighbor_changed') void refetchDocuments(bordersDocument);
      if (code !== 'plan_changed') return false;
      newer.current = (body as { plan?: BorderPlan } | null)?.plan ?? null;
      void again({});
      return true;
    },
  };
}

/** Whether nothing but the border itself changes. */
function isQuiet({ areas, parts }: BorderPlan): boolean {
  return areas.length < 2 && parts.length === 0;
}

function sameBorder(one: Boundary, other: Boundary): boolean {
  const textOf = ({ coords, geometry }: Boundary) => JSON.stringify([coords, geometry ?? null]);
  return textOf(one) === textOf(other);
}

/** The borders as they are sent: that of the neighbourhood, and those of the neighbours that follow it. */
async function wantedBorders(body: NeighborhoodBody, { own, stored, shown }: Neighbors, follows: boolean) {
  const { coords, geometry } = body;
  const alone = { coords, ...(geometry === undefined ? {} : { geometry }), neighbors: [] };
  if (!own || !follows) return alone;
  // From what is stored: the map may show some that have followed already.
  const around = shown.flatMap((input) => {
    const one = stored.find(({ id }) => Number(id) === Number(input.id));
    return one ? [{ ...input, coords: one.coords, geometry: one.geometry ?? null }] : [];
  });
  const followed = await followBorders(own, body, around);
  if (!followed || followed.changed.length === 0) return alone;
  return {
    coords: followed.own.coords,
    geometry: followed.own.geometry ?? null,
    neighbors: followed.changed.map((one) => ({
      id: Number(one.id),
      updatedAt: stored.find(({ id }) => Number(id) === Number(one.id))?.updatedAt ?? own.updatedAt,
      coords: one.coords,
      geometry: one.geometry ?? null,
    })),
  };
}
