import { useMemo } from 'react';
import { useCapabilities, usePlaceOverlay, useRead, useText } from '#kernel/plugin-api/client.ts';
import { householdColor } from '#kernel/domain/geo/palette.ts';
import type { PlaceColumns, PlaceOverlay } from '#widgets/map/index.ts';
import type { HouseholdPins } from '../../contract.ts';
import { cityPlanCapability } from '../../manifest.ts';
import { householdPinsDocument } from '../data/queries.ts';

/** The households of the city. */
export interface HouseholdPositions {
  /** Draws them over the borders; null until they are loaded. */
  readonly overlay: PlaceOverlay | null;
  /** `none`: no household has a pin. `absent`: the server does not provide them. */
  readonly state: 'coming' | 'shown' | 'none' | 'failed' | 'absent';
  readonly retry: () => void;
  readonly isRetrying: boolean;
}

/** Reads and draws the pins of all households. Without them, only borders are checked. */
export function useHouseholdPins(): HouseholdPositions {
  const t = useText('neighborhoods');
  const ableToRead = useCapabilities('neighborhoods').includes(cityPlanCapability);
  const { data, error, loading, refetch } = useRead(householdPinsDocument, { skip: !ableToRead });
  const pins = data?.response;
  const title = t('check.household');
  const columns = useMemo(() => (pins ? columnsOf(pins, title) : null), [pins, title]);
  const overlayState = usePlaceOverlay(columns);
  const isFailed = overlayState.error !== null || (error !== undefined && !pins);

  function stateOf(): HouseholdPositions['state'] {
    if (!ableToRead) return 'absent';
    if (isFailed) return 'failed';
    if (pins?.ids.length === 0) return 'none';
    return overlayState.isReady ? 'shown' : 'coming';
  }

  return {
    overlay: overlayState.isReady ? overlayState.overlay : null,
    state: stateOf(),
    retry() {
      if (overlayState.error) overlayState.retry();
      if (!pins) void refetch();
    },
    isRetrying: loading,
  };
}

function columnsOf({ ids, latitudes, longitudes }: HouseholdPins, title: string): PlaceColumns {
  const positions = new Float64Array(ids.length * 2);
  for (const row of ids.keys()) {
    positions[row * 2] = (longitudes[row] ?? 0) / 1e6;
    positions[row * 2 + 1] = (latitudes[row] ?? 0) / 1e6;
  }
  return {
    positions,
    ids: Float64Array.from(ids),
    categories: new Uint8Array(ids.length),
    legend: [{ id: 1, title, color: householdColor }],
  };
}
