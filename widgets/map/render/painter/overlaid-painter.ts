import type { Layer } from '@deck.gl/core';
import type { MapOverlay } from '../canvas/map-overlay.ts';
import type { MapSession } from '../../model/map-session.ts';
import type { Camera } from '../camera/camera.ts';
import { drawLabels } from '../canvas/labels.ts';
import { Painter } from './painter.ts';
import type { Sheet } from '../canvas/overlay-canvas.ts';

/** How long the first picture waits for what lies over it, in milliseconds. */
export const patience = 300;

/** A painter that draws an overlay over the shapes. */
export class OverlaidPainter extends Painter {
  #overlay: MapOverlay | null = null;
  #isHeld: boolean;
  #until = 0;

  /** Held, it draws no overlay until it is released: where the map is about to look elsewhere, a hundred thousand places would be drawn in vain. */
  constructor(session: MapSession, camera: Camera, isHeld: boolean) {
    super(session, camera);
    this.#isHeld = isHeld;
  }

  /** Draws the overlay from now on; answers whether it did not before. */
  release(): boolean {
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    if (wasHeld) this.#until = performance.now() + patience;
    return wasHeld;
  }

  /** Takes what is drawn over the shapes, or nothing. */
  setOverlay(overlay: MapOverlay | null): void {
    this.#overlay = overlay;
  }

  /** Nothing is drawn as long as the first picture waits: two of them would take the time of two. */
  override layers(): Layer[] {
    if (this.#overlay?.isAwaited && performance.now() < this.#until) return [];
    return [...super.layers(), ...(this.#isHeld ? [] : (this.#overlay?.layers() ?? []))];
  }

  override sketch(sheet: Sheet): void {
    const labels = this.#isHeld ? [] : (this.#overlay?.labels() ?? []);
    if (labels.length === 0) super.sketch(sheet);
    else if (this.isEdited) {
      // An editor wipes what it has drawn itself, and no labels.
      sheet.canvas.width = 0;
      super.sketch(sheet);
      drawLabels(sheet, labels, false);
    } else drawLabels(sheet, labels, true);
  }
}
