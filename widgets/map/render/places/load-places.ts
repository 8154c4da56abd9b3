import type { PlaceEvents, PlaceOverlay } from './place-overlay.ts';

export type { PickedPlace, PlaceEvents, PlaceOverlay } from './place-overlay.ts';
export type { Category, PlaceColumns } from '../../model/places/columns.ts';

/** Makes an overlay of places; the code for it, and that of the map, comes when it is first asked for. */
export async function loadPlaces(events: PlaceEvents): Promise<PlaceOverlay> {
  const { PlaceOverlay: Overlay } = await import('./place-overlay.ts');
  return new Overlay(events);
}
