import type { Layer } from '@deck.gl/core';
import type { MapOverlay } from '../map-overlay.ts';
import { Painter } from './painter.ts';

/** A painter that draws an overlay over the shapes. */
export class OverlaidPainter extends Painter {
  #overlay: MapOverlay | null = null;

  /** Takes what is drawn over the shapes, or nothing. */
  setOverlay(overlay: MapOverlay | null): void {
    this.#overlay = overlay;
  }

  override layers(): Layer[] {
    return [...super.layers(), ...(this.#overlay?.layers() ?? [])];
  }
}
