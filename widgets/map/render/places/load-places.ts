import type { PlaceEvents, PlaceOverlay } from './place-overlay.ts';

export type { PickedPlace, PlaceEvents, PlaceOverlay } from './place-overlay.ts';
export type { Category, PlaceColumns } from '../../model/places/columns.ts';

/** Creates an overlay of places; its code loads with the first call. */
export async function loadPlaces(events: PlaceEvents): Promise<PlaceOverlay> {
  const { PlaceOverlay: Overlay } = await import('./place-overlay.ts');
  return new Overlay(events);
}
