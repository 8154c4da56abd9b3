import { useEffect, useState, type KeyboardEvent } from 'react';
import { defaultColors, sameId, type LatLng, type MapState, type Report } from '../../model/index.ts';
import type { Tools } from '../canvas/gestures.ts';
import type { MapContext } from '../map-context.ts';
import type { KomakMapProps } from '../map-props.ts';
import { shapeOf } from '../map-session.ts';
import { read } from '../exchange.ts';
import { removeShape } from '../removals.ts';
import { textOf } from '../texts.ts';
import { editKeys } from './edit-keys.ts';
import { editSketch } from './edit-sketch.ts';
import { editTools } from './edit-tools.ts';
import { namerOf, type Namer } from './namer.ts';

/** What an editor adds to a map. */
export interface Editor {
  readonly tools: Tools;
  readonly namer: Namer;
  readonly color: string;
  readonly setColor: (color: string, continues: boolean) => void;
  readonly remove: () => void;
  readonly importing: boolean;
  readonly setImporting: (open: boolean) => void;
  readonly importText: (text: string) => Promise<string | null>;
  readonly report: Report | null;
  readonly closeReport: () => void;
  readonly keys: (event: KeyboardEvent) => boolean;
  readonly moveVertex: (index: number, place: LatLng) => boolean;
}

/** The editor of one map: its tools for pointers and keys, and what its buttons do. */
export function useEditor(context: MapContext, state: MapState, props: KomakMapProps): Editor {
  const { session, painter, repaint, sketch } = context;
  const [chosen, setChosen] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const [report, setReport] = useState<Report | null>(null);
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
    importing,
    setImporting,
    importText: async (text) => {
      const outcome = await importInto(context, text);
      setReport(outcome.report);
      const failure = outcome.report?.failure ?? outcome.refusal?.reason ?? null;
      if (failure === null) {
        setImporting(false);
        context.show(null);
      }
      return failure === null ? null : textOf(context.texts.reason, failure);
    },
    report,
    closeReport: () => setReport(null),
    keys: (event) =>
      editKeys(event, context, namer, () => void removeShape(context, session.state.selection)),
    moveVertex: (index, place) => moveTo(context, index, place),
  };
}

async function importInto({ session, camera }: MapContext, text: string) {
  return session.dispatch({ type: 'import', reading: await read(text, camera.center) });
}

function moveTo({ session }: MapContext, index: number, place: LatLng): boolean {
  const { selection, shapes } = session.state;
  if (!selection) return false;
  const { id, kind } = selection;
  if (kind === 'marker') return session.dispatch({ type: 'move_marker', id, to: place }).refusal === null;
  if (!shapes.polygons.some((polygon) => sameId(polygon.id, id))) return false;
  return session.dispatch({ type: 'move_vertex', id, vertex: index, to: place }).refusal === null;
}
