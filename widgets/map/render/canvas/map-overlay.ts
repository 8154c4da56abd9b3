import type { Layer } from '@deck.gl/core';
import type { HouseholdPositions } from '../../model/borders/household-check.ts';
import type { LatLng, MapExport } from '../../model/index.ts';
import type { Camera, View } from '../camera/camera.ts';
import type { Label } from './labels.ts';

/** The map's interface for its overlay. */
export interface OverlayHost {
  readonly camera: Camera;
  /** Draws again, without rendering React. */
  readonly repaint: () => void;
  readonly setView: (view: View) => void;
  /** `count` has changed. */
  readonly updateCount: () => void;
}

/** The result of a press: a place with this title was picked, or the map zoomed in. */
export type PressResult = { readonly picked: string } | 'zoomed';

/** An overlay that a map draws above its shapes, such as a hundred thousand markers. */
export interface MapOverlay {
  /** Connects the overlay to a map; returns a function that disconnects it. */
  attach(map: OverlayHost): () => void;
  layers(): readonly Layer[];
  /** The labels above its layers; the same list while they do not change. */
  labels(): readonly Label[];
  /** Whether what it draws for this view is still being computed. */
  readonly isPending: boolean;
  /** The view or the size of the map has changed. */
  onViewChange(): void;
  /** Whether there is anything to press at a position. */
  contains(position: LatLng, coarse: boolean): boolean;
  /** Handles a press; null if it hit nothing. Clears the previous pick in any case. */
  press(position: LatLng, coarse: boolean): PressResult | null;
  /** The number of markers that it adds to the count. */
  readonly count: number;
  /** Its markers in an export. */
  markers(): MapExport['markers'];
  /** Its households for a check of borders; the same object until they change. */
  households?(): HouseholdPositions;
  /** Clears the map, until the next change. */
  clear(): void;
}
