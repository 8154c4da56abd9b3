import { useMemo } from 'react';
import { hasRight, type MapState } from '../../model/index.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { removeShape } from '../../tools/remove-shapes.ts';
import { ShapeList, type ListedShape } from './shape-list.tsx';

/** The width up to which panels span the map, as in the style sheets, in pixels. */
const phoneWidth = 600;

interface ShapePanelProps {
  readonly context: MapContext;
  readonly state: MapState;
  readonly onClose: () => void;
}

/** The list of shapes, with the actions that the map's permissions allow. */
export function ShapePanel({ context, state, onClose }: ShapePanelProps) {
  const { session, texts, show, camera } = context;
  const { shapes, problems, rights } = state;
  const listed = useMemo<readonly ListedShape[]>(
    () => [
      ...shapes.polygons.map((shape) => ({
        shape,
        kind: 'polygon' as const,
        problem: problems.get(String(shape.id))?.reason ?? null,
        mayEdit: hasRight(rights.polygon, 'style'),
        mayDelete: rights.polygon.delete,
      })),
      ...shapes.markers.map((shape) => ({
        shape,
        kind: 'marker' as const,
        problem: null,
        mayEdit: hasRight(rights.marker, 'style'),
        mayDelete: rights.marker.delete,
      })),
    ],
    [shapes, problems, rights],
  );
  /** Closes the list if it spans the map, since the selected shape and its card are under it. */
  function closeOnPhone(): void {
    if (camera.size.width <= phoneWidth) onClose();
  }

  return (
    <ShapeList
      shapes={listed}
      selected={state.selection}
      onSelect={(ref) => {
        session.dispatch({ type: 'select', ...ref });
        closeOnPhone();
      }}
      onShow={(ref) => {
        session.dispatch({ type: 'select', ...ref });
        closeOnPhone();
        show(ref);
      }}
      onRename={(ref, title) => session.dispatch({ type: 'rename', ...ref, title })}
      onDelete={(ref) => void removeShape(context, ref)}
      onClose={onClose}
      texts={texts}
    />
  );
}
