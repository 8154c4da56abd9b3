import type { KeyboardEvent } from 'react';
import type { LatLng } from '../model/index.ts';
import type { Point } from '../render/camera/camera.ts';
import type { Interaction } from '../render/painter/painter.ts';
import type { MapContext } from './map-context.ts';
import type { NewShapeFactory } from './new-shape.ts';
import type { Drag, PointerPress, PointerTool } from './pointer-listener.ts';

/** What pointers and keys do while one tool of the editor is active. */
export interface EditTool extends PointerTool {
  /** Returns whether the tool handled the key. */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** What the tools of the editor work with. */
export interface EditToolContext extends MapContext {
  readonly newShape: NewShapeFactory;
  readonly removeSelected: () => void;
}

/** Shows what the pointer is doing; the model changes only when the drag ends. */
export function setInteraction(
  { painter, repaint, redrawInteraction }: MapContext,
  interaction: Interaction | null,
): void {
  const wasMarker = painter.interaction?.kind === 'marker';
  painter.interaction = interaction;
  // A dragged marker leaves the marker layer; no other interaction changes the layers.
  if ((interaction?.kind === 'marker') === wasMarker) redrawInteraction();
  else repaint();
}

interface PointDrag {
  readonly preview: (place: LatLng) => Interaction;
  readonly commit: (place: LatLng) => void;
}

/** Drags a point of a shape, keeping the distance between it and the pointer. */
export function dragPoint(
  context: MapContext,
  from: LatLng,
  press: PointerPress,
  { preview, commit }: PointDrag,
): Drag {
  const { camera, painter } = context;
  const start = camera.project(from);
  const placeAt = (at: Point) =>
    camera.unproject({ x: start.x + at.x - press.at.x, y: start.y + at.y - press.at.y });
  return {
    move: (at) => setInteraction(context, preview(placeAt(at))),
    drop(at) {
      painter.interaction = null;
      commit(placeAt(at));
    },
    cancel: () => setInteraction(context, null),
  };
}
