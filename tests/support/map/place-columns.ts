import type { Category, PlaceColumns } from '#widgets/map/model/places/columns.ts';

/** One place: its latitude, longitude and index in the legend. */
export type Place = readonly [lat: number, lng: number, category: number];

/** Places as columns; their ids are their rows. */
export function columnsOf(places: readonly Place[], legend: readonly Category[]): PlaceColumns {
  return {
    positions: Float64Array.from(places.flatMap(([lat, lng]) => [lng, lat])),
    categories: Uint8Array.from(places, ([, , category]) => category),
    ids: Float64Array.from(places.keys()),
    legend,
  };
}
