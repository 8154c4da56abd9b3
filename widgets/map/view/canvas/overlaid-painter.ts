import type { Layer } from '@deck.gl/core';
import type { MapOverlay } from '../map-overlay.ts';
import type { MapSession } from '../map-session.ts';
import type { Camera } from './camera.ts';
import { Painter } from './painter.ts';

/** A painter that draws an overlay over the shapes. */
export class OverlaidPainter extends Painter {
  #overlay: MapOverlay | null = null;
  #isHeld: boolean;

  /** Held, it draws no overlay until it is released: where the map is about to look elsewhere, a hundred thousand places would be drawn in vain. */
  constructor(session: MapSession, camera: Camera, isHeld: boolean) {
    super(session, camera);
    this.#isHeld = isHeld;
  }

  /** Draws the overlay from now on; answers whether it did not before. */
  release(): boolean {
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    return wasHeld;
  }

  /** Takes what is drawn over the shapes, or nothing. */
  setOverlay(overlay: MapOverlay | null): void {
    this.#overlay = overlay;
  }

  override layers(): Layer[] {
    return [...super.layers(), ...(this.#isHeld ? [] : (this.#overlay?.layers() ?? []))];
  }
}
