import type { Layer } from '@deck.gl/core';
import type { LatLng, MapExport } from '../../model/index.ts';
import type { Camera, View } from '../camera/camera.ts';
import type { Label } from './labels.ts';

/** What an overlay may do with the map that it lies on. */
export interface OverlayHost {
  readonly camera: Camera;
  /** Draws again, without a render. */
  readonly repaint: () => void;
  readonly setView: (view: View) => void;
  /** `count` is another one. */
  readonly updateCount: () => void;
}

/** What a press came to: something was picked, which is called so, or is looked at from nearer. */
export type PressResult = { readonly picked: string } | 'zoomed';

/** Something that a map shows over its shapes and that is no shape, such as a hundred thousand places. */
export interface MapOverlay {
  /** The map is there; answers how to let go of it. */
  attach(map: OverlayHost): () => void;
  layers(): readonly Layer[];
  /** What is written over its layers; the same list as long as it says the same. */
  labels(): readonly Label[];
  /** Whether what it draws here is about to come. */
  readonly isPending: boolean;
  /** The map looks elsewhere, or is of another size. */
  onViewChange(): void;
  /** Whether there is something here to be pressed. */
  contains(place: LatLng, coarse: boolean): boolean;
  /** Was pressed here; null where nothing of it was meant. What was picked before is let go either way. */
  press(place: LatLng, coarse: boolean): PressResult | null;
  /** How many markers it counts for. */
  readonly count: number;
  /** What an export has of it. */
  markers(): MapExport['markers'];
  /** Takes everything off the map, for this look. */
  clear(): void;
}
