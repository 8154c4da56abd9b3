import { useEffect, useMemo, useState } from 'react';
import { toast, useCapabilities, useName, useRetriedRead, useText } from '#kernel/plugin-api/client.ts';
import type { Boundary } from '#kernel/domain/geo/boundary.ts';
import { followBorders, type FollowedBorders, type PolygonInput } from '#widgets/map/index.ts';
import type { NeighborhoodBorder } from '../../contract.ts';
import { bordersCapability, cityPlanCapability, planCapability } from '../../manifest.ts';
import { bordersDocument } from '../data/queries.ts';

/** The neighbourhoods around the edited one. */
export interface Neighbors {
  /** As they are stored. */
  readonly stored: readonly NeighborhoodBorder[];
  /** The stored border of the edited one; null for a new one, or if no plan can be made. */
  readonly own: NeighborhoodBorder | null;
  /** Whether they can follow the border at all. */
  readonly ableToFollow: boolean;
  /** As the map shows them: those that follow, at their new position. */
  readonly shown: readonly PolygonInput[];
  /** The ids of those that follow the border. */
  readonly moved: readonly number[];
  /** Those that would be covered completely. */
  readonly covered: readonly NeighborhoodBorder[];
}

const nothingMoved = { changed: [], covered: [] } as const;
const none: readonly NeighborhoodBorder[] = [];

/**
 * Reads the neighbourhoods around one, and if `follows` is true, makes their borders follow the drawn one.
 */
export function useNeighbors(id: number | null, border: Boundary, follows: boolean): Neighbors {
  const capabilities = useCapabilities('neighborhoods');
  const { data } = useRetriedRead(bordersDocument, { skip: !capabilities.includes(bordersCapability) });
  const borders = data?.response.borders ?? none;
  const stored = useMemo(() => borders.filter((one) => Number(one.id) !== id), [borders, id]);
  const ableToPlan = id !== null && capabilities.includes(planCapability);
  const own = ableToPlan ? (borders.find((one) => Number(one.id) === id) ?? null) : null;
  const inputs = useInputs(stored);
  const ableToFollow = id === null ? capabilities.includes(cityPlanCapability) : own !== null;
  const moved = useFollowed(own, border, inputs, follows && ableToFollow);
  return useMemo(() => {
    const after = new Map(moved.changed.map((one) => [Number(one.id), one]));
    return {
      stored,
      own,
      ableToFollow,
      shown: inputs.map((input) => {
        const one = after.get(Number(input.id));
        return one ? { ...input, coords: one.coords, geometry: one.geometry ?? null } : input;
      }),
      moved: [...after.keys()],
      covered: stored.filter((one) => moved.covered.some((other) => Number(other) === Number(one.id))),
    };
  }, [stored, own, ableToFollow, inputs, moved]);
}

/** Neighbourhoods as input for the map. */
function useInputs(stored: readonly NeighborhoodBorder[]): readonly PolygonInput[] {
  const t = useText('neighborhoods');
  const nameOf = useName();
  return useMemo(
    () =>
      stored
        .filter(({ coords }) => coords.length > 2)
        .map(({ id, color, coords, geometry, ...names }) => ({
          id,
          title: t('mfy', { name: nameOf(names) }),
          color,
          coords,
          geometry: geometry ?? null,
        })),
    [stored, t, nameOf],
  );
}

/** Returns how neighbours follow a border, where `own` is null for a new border; no changes until they are computed. */
function useFollowed(
  own: NeighborhoodBorder | null,
  border: Boundary,
  neighbors: readonly PolygonInput[],
  follows: boolean,
): Pick<FollowedBorders, 'changed' | 'covered'> {
  const [found, setFound] = useState<{
    readonly border: Boundary;
    readonly followed: FollowedBorders | null;
  }>();
  const kernel = useText();
  useEffect(() => {
    let gone = false;
    if (!follows || border.coords.length < 3) return undefined;
    followBorders(own, border, neighbors).then(
      (followed) => gone || setFound({ border, followed }),
      // Its code could not be loaded.
      () => gone || toast.error(kernel('boot.network')),
    );
    return () => {
      gone = true;
    };
  }, [own, border, neighbors, follows, kernel]);
  // The previous result stays until the next one is computed, so that borders do not jump back.
  return (follows && border.coords.length > 2 && found?.followed) || nothingMoved;
}
