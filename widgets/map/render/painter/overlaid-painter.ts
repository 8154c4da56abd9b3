import type { Layer } from '@deck.gl/core';
import type { MapSession } from '../../model/map-session.ts';
import type { Camera } from '../camera/camera.ts';
import { drawLabels } from '../canvas/labels.ts';
import type { MapOverlay } from '../canvas/map-overlay.ts';
import type { OverlayCanvas } from '../canvas/canvas-pen.ts';
import { Painter } from './painter.ts';

/** How long the first frame waits for the overlay, in milliseconds. */
export const overlayTimeoutMs = 1000;

/** A painter that draws an overlay over the shapes. */
export class OverlaidPainter extends Painter {
  #overlay: MapOverlay | null = null;
  #isHeld: boolean;
  #waitsUntil = 0;

  /**
   * With `isHeld`, draws no overlay until it is released, since the map is about to be fitted to other
   * places.
   */
  constructor(session: MapSession, camera: Camera, isHeld: boolean) {
    super(session, camera);
    this.#isHeld = isHeld;
  }

  /** Draws the overlay from now on. Returns whether it was held before. */
  release(): boolean {
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    if (wasHeld) this.#waitsUntil = performance.now() + overlayTimeoutMs;
    return wasHeld;
  }

  setOverlay(overlay: MapOverlay | null): void {
    this.#overlay = overlay;
  }

  /**
   * Invisible while the first frame waits: drawing twice would take twice the time, but shaders and buffers are prepared
   * already.
   */
  override layers(): Layer[] {
    const layers = [...super.layers(), ...this.overlayLayers()];
    if (!this.#overlay?.isPending || performance.now() >= this.#waitsUntil) return layers;
    return layers.map((layer) => layer.clone({ visible: false }));
  }

  /** The layers above the shapes. */
  overlayLayers(): readonly Layer[] {
    return this.#isHeld ? [] : (this.#overlay?.layers() ?? []);
  }

  override drawInteraction(target: OverlayCanvas): void {
    const labels = this.#isHeld ? [] : (this.#overlay?.labels() ?? []);
    if (labels.length === 0) super.drawInteraction(target);
    else if (this.isEdited) {
      // An editor clears only its own drawing, and no labels.
      target.canvas.width = 0;
      super.drawInteraction(target);
      drawLabels(target, labels, { clear: false });
    } else drawLabels(target, labels, { clear: true });
  }
}
