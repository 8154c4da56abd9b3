import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ringsOf, shapeOf, type MapState, type MarkerShape, type PolygonShape } from '../../model/index.ts';
import type { MapContext } from '../../tools/map-context.ts';
import type { EditorHandle, EditorSlots, KomakMapProps } from '../api/map-props.ts';
import { TableIcon } from '../components/icons.tsx';
import { EditButtons } from './edit-buttons.tsx';
import { historyKeys } from '../../tools/edit-tools.ts';
import { EditPanels } from './edit-panels.tsx';
import { useEditor, type Editor } from './use-editor.ts';
import { VertexTable } from './vertex-table.tsx';
import styles from '../style/editor.css?inline';
import colorStyles from '../style/editor-colors.css?inline';
import vertexStyles from '../style/vertices.css?inline';
import { registerStyles } from '../style/stylesheet.ts';

registerStyles(styles);
registerStyles(vertexStyles);
registerStyles(colorStyles);

interface MapEditorProps {
  readonly context: MapContext;
  readonly state: MapState;
  readonly settings: KomakMapProps;
  /** The elements that hold the parts of the editor. */
  readonly slots: EditorSlots;
  /** Whether the list of shapes is open. */
  readonly listed: boolean;
  /** Receives the editor's handlers; null when it unmounts. */
  readonly onHandle: (handle: EditorHandle | null) => void;
}

/** The editor of a map; loaded as a separate chunk when editing starts. */
export function MapEditor({ context, state, settings, slots, listed, onHandle }: MapEditorProps) {
  const editor = useEditor(context, state, settings);
  const { tool, onKeyDown, importDropped } = editor;
  useLayoutEffect(() => {
    onHandle({
      tool,
      onKeyDown: (event, onMap) => historyKeys(event, context) || (onMap && onKeyDown(event)),
      importDropped,
    });
  });
  useLayoutEffect(() => () => onHandle(null), [onHandle]);

  const { report } = editor;
  const held = handleOwner(state);
  const { card } = slots;
  // Runs when handles appear or a panel may cover them; not while something is drawn or dragged.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useLayoutEffect(() => panHandlesIntoView(context), [context, held, card, listed, report]);

  const parts = { context, state, editor };
  return (
    <>
      {slots.toolbar ? createPortal(<EditButtons {...parts} />, slots.toolbar) : null}
      {slots.panels ? createPortal(<EditPanels {...parts} />, slots.panels) : null}
      {slots.card ? createPortal(<VertexPanel {...parts} />, slots.card) : null}
    </>
  );
}

interface VertexPanelProps {
  readonly context: MapContext;
  readonly state: MapState;
  readonly editor: Editor;
}

/** The table of vertices in the card of the selected shape, collapsed at first. */
function VertexPanel({ context, state, editor }: VertexPanelProps) {
  const [open, setOpen] = useState(false);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- opening the table makes the card higher
  useLayoutEffect(() => panHandlesIntoView(context), [context, open]);
  const { session, texts } = context;
  const { selection, tool, rights } = state;
  const shape = shapeOf(state.shapes, selection);
  if (!shape || !selection || !rights[selection.kind].edit) return null;
  const isPolygon = selection.kind === 'polygon';
  const rings = isPolygon ? ringsOf(shape as PolygonShape) : [[(shape as MarkerShape).coords]];
  const { id } = selection;
  return (
    <>
      <button
        type="button"
        className="km-button km-fold"
        data-kind="quiet"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <TableIcon size={16} /> {isPolygon ? texts.vertices.show : texts.card.edit_coordinates}
      </button>
      {open ? (
        <VertexTable
          // Unfinished input belongs to one shape.
          key={`${selection.kind} ${id}`}
          rings={rings}
          current={tool.name === 'editing' ? tool.vertex : null}
          onMove={editor.moveVertex}
          onInsert={(edge) => session.dispatch({ type: 'insert_vertex', id, edge })}
          onDelete={(vertex) => session.dispatch({ type: 'delete_vertex', id, vertex })}
          onFocus={(vertex) => {
            if (tool.name === 'editing') session.dispatch({ type: 'pick_vertex', vertex }, 'api');
          }}
          texts={texts}
        />
      ) : null}
    </>
  );
}

/** The shape with handles: the edited polygon, or the selected marker. */
function handleOwner({ tool, selection }: MapState): string | null {
  if (tool.name === 'editing') return `polygon ${tool.id}`;
  return selection?.kind === 'marker' ? `marker ${selection.id}` : null;
}

function panHandlesIntoView({ session: { state }, panIntoView }: MapContext): void {
  if (state.selection && handleOwner(state) !== null) panIntoView(state.selection);
}
