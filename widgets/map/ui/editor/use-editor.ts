import { useEffect, useState, type KeyboardEvent } from 'react';
import { defaultColors, shapeOf, type LatLng, type MapState } from '../../model/index.ts';
import { drawEditInteraction } from '../../render/painter/edit-interaction.ts';
import { createEditTool } from '../../tools/edit-tools.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { newShapeFactory, type NewShapeFactory } from '../../tools/edit-tool.ts';
import type { PointerTool } from '../../tools/pointer-listener.ts';
import { removeShape } from '../../tools/remove-shapes.ts';
import type { KomakMapProps } from '../api/map-props.ts';
import type { Importing } from './importing.ts';
import { useImport } from './use-import.ts';

/** What an editor adds to a map. */
export interface Editor extends Importing {
  readonly tool: PointerTool;
  readonly newShape: NewShapeFactory;
  readonly color: string;
  readonly setColor: (color: string, continues: boolean) => void;
  readonly removeSelected: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly moveVertex: (index: number, place: LatLng) => boolean;
}

/** The editor of one map: its tool for pointers and keys, and what its buttons do. */
export function useEditor(context: MapContext, state: MapState, props: KomakMapProps): Editor {
  const { session, painter, repaint } = context;
  const [chosen, setChosen] = useState<string | null>(null);
  const imports = useImport(context);
  const newShape = newShapeFactory(session, context.texts, chosen ?? props.newColor ?? null, props.newTitle);
  const removeSelected = () => void removeShape(context, session.state.selection);
  const tool = createEditTool({ ...context, newShape, removeSelected });

  useEffect(() => {
    painter.setInteractionRenderer(drawEditInteraction);
    repaint();
    return () => {
      painter.setInteractionRenderer(null);
      repaint();
    };
  }, [painter, repaint]);

  const selected = shapeOf(state.shapes, state.selection);
  const color = selected?.color ?? chosen ?? props.newColor ?? defaultColors.polygon;

  function setColor(next: string, continues: boolean): void {
    setChosen(next);
    if (!state.selection || !selected) return;
    session.dispatch({ type: 'recolor', ...state.selection, color: next, continues });
  }

  function moveVertex(vertex: number, to: LatLng): boolean {
    const { selection } = session.state;
    if (!selection) return false;
    const { id, kind } = selection;
    const { refusal } =
      kind === 'marker'
        ? session.dispatch({ type: 'move_marker', id, to })
        : session.dispatch({ type: 'move_vertex', id, vertex, to });
    return refusal === null;
  }

  return {
    tool,
    newShape,
    color,
    setColor,
    removeSelected,
    onKeyDown: tool.onKeyDown,
    moveVertex,
    ...imports,
  };
}
