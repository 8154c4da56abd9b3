import type { Camera, View } from '../render/camera/camera.ts';
import type { Painter } from '../render/painter/painter.ts';
import type { ShapeRef } from '../model/index.ts';
import type { MapSession } from '../model/map-session.ts';
import type { MapTexts } from '../model/text/texts.ts';

/** Something to be asked before it is done. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
}

/** What the parts of one map share. */
export interface MapContext {
  readonly session: MapSession;
  readonly camera: Camera;
  readonly painter: Painter;
  /** Draws again, without a render. */
  readonly repaint: () => void;
  /** Draws what is in the hand alone, while it moves. */
  readonly sketch: () => void;
  readonly look: (view: View) => void;
  /** Brings one shape, or all, into the picture. */
  readonly show: (shape: ShapeRef | null) => void;
  /** Moves the map by the least that takes a shape out from under the panels. */
  readonly unveil: (shape: ShapeRef) => void;
  /** Says something to whoever listens to the page. */
  readonly say: (text: string) => void;
  /** Shows something for a while. */
  readonly notify: (text: string) => void;
  readonly ask: (question: Question) => Promise<boolean>;
  readonly texts: MapTexts;
  /** Of a name in both languages, which one a shape gets. */
  readonly language: 'uz' | 'ru';
}
