import { newShapeId, type Kind, type ShapeId } from '../model/index.ts';
import type { MapSession } from '../model/map-session.ts';
import { formatText, type MapTexts } from '../model/text/texts.ts';

/** Gives a new shape its id, its title and its colour. */
export type NewShapeFactory = (kind: Kind) => {
  readonly id: ShapeId;
  readonly title: string;
  readonly color?: string;
};

/** Titles new shapes with the first number that no shape has. */
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
