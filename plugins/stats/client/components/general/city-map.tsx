import { useEffect, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { media, OfficeMap, useCollator, useName, useText } from '#kernel/plugin-api/client.ts';
import {
  defaultViews,
  type KomakMapHandle,
  type PlaceOverlay,
  type ShapesInput,
} from '#widgets/map/index.ts';
import type { NeighborhoodMetric, NeighborhoodStats } from '../../../contract.ts';
import type { City } from '../../city/city.ts';
import type { Shading } from '../../city/shades.ts';

interface CityMapProps {
  readonly city: City | null;
  readonly neighborhood: number | null;
  readonly metrics: ReadonlyMap<number, NeighborhoodStats['items'][number]>;
  readonly metric: NeighborhoodMetric | null;
  readonly shading: Shading;
  readonly overlay: PlaceOverlay | null;
  readonly isReady: boolean;
  /** The neighbourhood whose details are shown beside the map. */
  readonly selected: number | null;
  readonly onSelect: (id: number | null) => void;
}

/** The neighbourhoods and households on the map; a press on one shows its details beside the map. */
export function CityMap(props: CityMapProps) {
  const { city, neighborhood, metrics, metric, shading, overlay, isReady, selected, onSelect } = props;
  const t = useText('stats');
  const nameOf = useName();
  const { compare } = useCollator();
  // The map lists its shapes in this order.
  const byName = useMemo(
    () =>
      (city?.neighborhoods ?? [])
        .map((one) => ({ ...one, title: t('neighborhood', { name: nameOf(one) }) }))
        .toSorted((one, other) => compare(one.title, other.title)),
    [city, compare, nameOf, t],
  );
  const shapes = useMemo<ShapesInput>(
    () => ({
      polygons: byName
        .filter(({ id }) => neighborhood === null || id === neighborhood)
        .map((one) => ({
          id: one.id,
          title: one.title,
          color: metric === null ? one.color : shading.colorOf(metrics.get(one.id)?.[metric]),
          coords: one.coords,
          geometry: one.geometry,
        })),
      markers: [],
    }),
    [byName, neighborhood, metric, metrics, shading],
  );
  const [map, setMap] = useState<KomakMapHandle | null>(null);
  // The filter may exclude the selected one.
  const chosen = shapes.polygons.some(({ id }) => id === selected) ? selected : null;
  // It may have been selected in the table, or through the address.
  useEffect(() => map?.select(chosen, 'polygon'), [map, chosen]);
  return (
    <Frame data-ready={isReady || undefined} data-print="hidden">
      {/* The map initializes while the city is still loading. */}
      <OfficeMap
        ref={setMap}
        value={shapes}
        overlay={overlay ?? undefined}
        place={defaultViews.households}
        areas={metric === null ? 'tinted' : 'filled'}
        clearable
        onSelect={(shape) => {
          const pressed = shape ? Number(shape.id) : null;
          if (pressed !== chosen) onSelect(pressed);
        }}
      />
    </Frame>
  );
}

const Frame = styled.div`
  height: 620px;
  min-width: 0;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--surface);
  overflow: hidden;

  ${media.phone} {
    height: 70vh;
    min-height: 380px;
  }
`;
