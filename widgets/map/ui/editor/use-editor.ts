import { useEffect, useState, type KeyboardEvent } from 'react';
import { defaultColors, sameId, type LatLng, type MapState } from '../../model/index.ts';
import type { Tools } from '../../tools/pointer-listener.ts';
import type { MapContext } from '../../tools/map-context.ts';
import type { KomakMapProps } from '../api/map-props.ts';
import { shapeOf } from '../../model/map-session.ts';
import { removeShape } from '../../tools/removals.ts';
import { editKeys } from '../../tools/edit-keys.ts';
import { editSketch } from '../../render/painter/edit-sketch.ts';
import { editTools } from '../../tools/edit-tools.ts';
import { namerOf, type Namer } from '../../tools/namer.ts';
import { useImport, type Importing } from './use-import.ts';

/** What an editor adds to a map. */
export interface Editor extends Importing {
  readonly tools: Tools;
  readonly namer: Namer;
  readonly color: string;
  readonly setColor: (color: string, continues: boolean) => void;
  readonly remove: () => void;
  readonly keys: (event: KeyboardEvent) => boolean;
  readonly moveVertex: (index: number, place: LatLng) => boolean;
}

/** The editor of one map: its tools for pointers and keys, and what its buttons do. */
export function useEditor(context: MapContext, state: MapState, props: KomakMapProps): Editor {
  const { session, painter, repaint, sketch } = context;
  const [chosen, setChosen] = useState<string | null>(null);
  const imports = useImport(context);
  const namer = namerOf(session, context.texts, chosen ?? props.newColor ?? null, props.newTitle);
  const tools = editTools({ session, camera: context.camera, painter, repaint, sketch, namer });

  useEffect(() => {
    painter.setSketch(editSketch);
    repaint();
    return () => {
      painter.setSketch(null);
      repaint();
    };
  }, [painter, repaint]);

  const selected = shapeOf(state, state.selection);
  const color = selected?.color ?? chosen ?? props.newColor ?? defaultColors.polygon;

  function setColor(next: string, continues: boolean): void {
    setChosen(next);
    if (!state.selection || !selected) return;
    session.dispatch({ type: 'recolor', ...state.selection, color: next, continues });
  }

  return {
    tools,
    namer,
    color,
    setColor,
    remove: () => void removeShape(context, session.state.selection),
    ...imports,
    keys: (event) =>
      editKeys(event, context, namer, () => void removeShape(context, session.state.selection)),
    moveVertex: (index, place) => moveTo(context, index, place),
  };
}

function moveTo({ session }: MapContext, index: number, place: LatLng): boolean {
  const { selection, shapes } = session.state;
  if (!selection) return false;
  const { id, kind } = selection;
  if (kind === 'marker') return session.dispatch({ type: 'move_marker', id, to: place }).refusal === null;
  if (!shapes.polygons.some((polygon) => sameId(polygon.id, id))) return false;
  return session.dispatch({ type: 'move_vertex', id, vertex: index, to: place }).refusal === null;
}
