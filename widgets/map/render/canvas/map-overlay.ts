import type { Layer } from '@deck.gl/core';
import type { HomePlaces } from '../../model/borders/home-check.ts';
import type { LatLng, MapExport } from '../../model/index.ts';
import type { Camera, View } from '../camera/camera.ts';
import type { Label } from './labels.ts';

/** The map as its overlay sees it. */
export interface OverlayHost {
  readonly camera: Camera;
  /** Draws again, without a render. */
  readonly repaint: () => void;
  readonly setView: (view: View) => void;
  /** `count` has changed. */
  readonly updateCount: () => void;
}

/** The result of a press: a place of this title was picked, or the map zoomed in. */
export type PressResult = { readonly picked: string } | 'zoomed';

/** What a map draws over its shapes, such as a hundred thousand places. */
export interface MapOverlay {
  /** Connects the overlay to a map; returns how to disconnect it. */
  attach(map: OverlayHost): () => void;
  layers(): readonly Layer[];
  /** The labels over its layers; the same list as long as they do not change. */
  labels(): readonly Label[];
  /** Whether what it draws for this view is still being computed. */
  readonly isPending: boolean;
  /** The view or the size of the map has changed. */
  onViewChange(): void;
  /** Whether there is anything to press at a place. */
  contains(place: LatLng, coarse: boolean): boolean;
  /** Handles a press; null where it hit nothing. Clears what was picked before either way. */
  press(place: LatLng, coarse: boolean): PressResult | null;
  /** How many markers it adds to the count. */
  readonly count: number;
  /** Its markers in an export. */
  markers(): MapExport['markers'];
  /** Its places for a check of borders; the same object as long as they do not change. */
  homes?(): HomePlaces;
  /** Takes everything off the map, for this look. */
  clear(): void;
}
