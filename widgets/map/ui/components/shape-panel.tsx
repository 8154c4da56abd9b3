import { useMemo } from 'react';
import type { MapState } from '../../model/index.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { removeShape } from '../../tools/remove-shapes.ts';
import { ShapeList, type ListedShape } from './shape-list.tsx';

interface ShapePanelProps {
  readonly context: MapContext;
  readonly state: MapState;
  readonly onClose: () => void;
}

/** The list of shapes, with what the rights of the map allow. */
export function ShapePanel({ context, state, onClose }: ShapePanelProps) {
  const { session, texts, show } = context;
  const { shapes, problems, rights } = state;
  const listed = useMemo<readonly ListedShape[]>(
    () => [
      ...shapes.polygons.map((shape) => ({
        shape,
        kind: 'polygon' as const,
        problem: problems.get(String(shape.id))?.reason ?? null,
        mayEdit: rights.polygon.edit,
        mayDelete: rights.polygon.delete,
      })),
      ...shapes.markers.map((shape) => ({
        shape,
        kind: 'marker' as const,
        problem: null,
        mayEdit: rights.marker.edit,
        mayDelete: rights.marker.delete,
      })),
    ],
    [shapes, problems, rights],
  );
  return (
    <ShapeList
      shapes={listed}
      selected={state.selection}
      onSelect={(ref) => session.dispatch({ type: 'select', ...ref })}
      onShow={(ref) => {
        session.dispatch({ type: 'select', ...ref });
        show(ref);
      }}
      onRename={(ref, title) => session.dispatch({ type: 'rename', ...ref, title })}
      onDelete={(ref) => void removeShape(context, ref)}
      onClose={onClose}
      texts={texts}
    />
  );
}
