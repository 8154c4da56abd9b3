import type { Bounds, ShapeRef } from '../model/index.ts';
import type { MapSession } from '../model/map-session.ts';
import type { MapTexts } from '../model/text/texts.ts';
import type { Camera, View } from '../render/camera/camera.ts';
import type { Painter } from '../render/painter/painter.ts';

/** A question that the user answers before a deletion. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
}

/** The context shared by the parts of one map. */
export interface MapContext {
  readonly session: MapSession;
  readonly camera: Camera;
  readonly painter: Painter;
  /** Draws all layers again, without a React render. */
  readonly repaint: () => void;
  /** Draws only the overlay canvas, for pointer interactions. */
  readonly redrawInteraction: () => void;
  readonly setView: (view: View) => void;
  /** Fits bounds into the visible part of the map. */
  readonly fitBounds: (bounds: Bounds) => void;
  /** Fits one shape, or all of them, into the visible part of the map. */
  readonly show: (shape: ShapeRef | null) => void;
  /** Pans by the shortest distance that uncovers a shape behind panels. */
  readonly panIntoView: (shape: ShapeRef) => void;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
  /** Shows a text for a few seconds. */
  readonly notify: (text: string) => void;
  readonly confirm: (confirmation: Confirmation) => Promise<boolean>;
  readonly texts: MapTexts;
  /** The preferred language of names in imports that contain both. */
  readonly language: 'uz' | 'ru';
}
