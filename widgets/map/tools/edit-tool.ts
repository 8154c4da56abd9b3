import type { KeyboardEvent } from 'react';
import { newShapeId, type LatLng, type Kind, type ShapeId } from '../model/index.ts';
import type { Point } from '../render/camera/camera.ts';
import type { Interaction } from '../render/painter/painter.ts';
import type { MapContext } from './map-context.ts';
import type { Drag, PointerPress, PointerTool } from './pointer-listener.ts';
import type { MapSession } from '../model/map-session.ts';
import { formatText } from '../../shared/format-text.ts';
import type { MapTexts } from '../model/text/texts.ts';

/** The pointer and key handlers of an active editor tool. */
export interface EditTool extends PointerTool {
  /** Returns whether the tool handled the key. */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** The context of the editor's tools. */
export interface EditToolContext extends MapContext {
  readonly newShape: NewShapeFactory;
  readonly removeSelected: () => void;
}

/** Shows the current pointer interaction; the model changes only when the drag ends. */
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
  readonly preview: (position: LatLng, snaps: boolean) => Interaction;
  /** Returns the place that the point snaps to; null if there is none. */
  readonly snap?: (position: LatLng, alt: boolean) => LatLng | null;
  readonly commit: (position: LatLng) => void;
}

/** Drags a point of a shape, keeping the distance between it and the pointer. */
export function dragPoint(
  context: MapContext,
  from: LatLng,
  press: PointerPress,
  { preview, commit, snap }: PointDrag,
): Drag {
  const { camera, painter } = context;
  const start = camera.project(from);
  const positionAt = (at: Point) =>
    camera.unproject({ x: start.x + at.x - press.at.x, y: start.y + at.y - press.at.y });
  return {
    move(at, alt) {
      const position = positionAt(at);
      const snapped = snap?.(position, alt) ?? null;
      setInteraction(context, preview(snapped ?? position, snapped !== null));
    },
    drop(at, alt) {
      painter.interaction = null;
      const position = positionAt(at);
      commit(snap?.(position, alt) ?? position);
    },
    cancel: () => setInteraction(context, null),
  };
}

/** Creates the id, title and colour of a new shape. */
export type NewShapeFactory = (kind: Kind) => {
  readonly id: ShapeId;
  readonly title: string;
  readonly color?: string;
};

/** Titles new shapes with the first unused number. */
export function newShapeFactory(
  session: MapSession,
  texts: MapTexts,
  color: string | null,
  title: ((kind: Kind) => string | undefined) | undefined,
): NewShapeFactory {
  return (kind) => {
    const { polygons, markers } = session.state.shapes;
    const shapes = kind === 'polygon' ? polygons : markers;
    const pattern = kind === 'polygon' ? texts.shape.new_polygon : texts.shape.new_marker;
    const taken = new Set(shapes.map((shape) => shape.title));
    let number = shapes.length + 1;
    while (taken.has(formatText(pattern, { number }))) number += 1;
    return {
      id: newShapeId(),
      title: title?.(kind) ?? formatText(pattern, { number }),
      ...(color !== null && { color }),
    };
  };
}
