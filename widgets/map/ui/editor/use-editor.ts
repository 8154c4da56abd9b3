import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { HouseholdPositions } from '../../model/borders/household-check.ts';
import { defaultColors, shapeOf, type LatLng, type MapState, type ShapeId } from '../../model/index.ts';
import { editReducers } from '../../model/reducers/edit-reducers.ts';
import { drawEditInteraction } from '../../render/painter/edit-interaction.ts';
import { callPage, type CustomTool } from '../../tools/custom-tool.ts';
import { createEditTool, type PrimitiveTools } from '../../tools/edit-tools.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { newShapeFactory, setInteraction, type NewShapeFactory } from '../../tools/edit-tool.ts';
import type { PointerTool } from '../../tools/pointer-listener.ts';
import { removeShape } from '../../tools/remove-shapes.ts';
import type { KomakMapProps } from '../api/map-props.ts';
import type { Importing } from './importing.ts';
import { useImport } from './use-import.ts';

/** The state and the actions that an editor adds to a map. */
export interface Editor extends Importing {
  readonly tool: PointerTool;
  readonly newShape: NewShapeFactory;
  readonly color: string;
  readonly setColor: (color: string, continues: boolean) => void;
  readonly removeSelected: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  /** The area whose border is about to be simplified. */
  readonly simplified: ShapeId | null;
  readonly openSimplify: () => void;
  readonly closeSimplify: () => void;
  readonly customTools: readonly CustomTool[];
  /** Loads the tools for forms, and starts one of them. */
  readonly withForms: (start: () => void) => void;
  /** Whether the borders are being checked. */
  readonly isChecking: boolean;
  /** The households drawn over the map; null if there are none. */
  readonly households: HouseholdPositions | null;
  readonly openCheck: () => void;
  readonly closeCheck: () => void;
  readonly moveVertex: (index: number, position: LatLng) => boolean;
}

/** The props of each part of the editor's surface. */
export interface EditorPartProps {
  readonly context: MapContext;
  readonly state: MapState;
  readonly editor: Editor;
}

/** The editor of one map: its pointer and key handlers, and the actions of its buttons. */
export function useEditor(context: MapContext, state: MapState, props: KomakMapProps): Editor {
  const { session } = context;
  const [chosen, setChosen] = useState<string | null>(null);
  const [simplified, setSimplified] = useState<ShapeId | null>(null);
  const customTools = props.tools ?? noTools;
  const [isChecking, setChecking] = useState(props.checks ?? false);
  const { forms, withForms } = useForms(context);
  const imports = useImport(context);
  // Before the first press, whose click is an action of the editor.
  useLayoutEffect(() => session.addReducers(editReducers), [session]);
  const newShape = newShapeFactory(session, context.texts, chosen ?? props.newColor ?? null, props.newTitle);
  const removeSelected = () => void removeShape(context, session.state.selection);
  const custom = { tools: customTools, onError: (error: Error) => props.onError?.(error) };
  const tool = createEditTool({ ...context, newShape, removeSelected }, custom, forms);
  useCustomTool(context, state, custom);
  usePreview(context, state);
  useInteractionRenderer(context);

  const selected = shapeOf(state.shapes, state.selection);
  const color = selected?.color ?? chosen ?? props.newColor ?? defaultColors.polygon;

  function setColor(next: string, continues: boolean): void {
    setChosen(next);
    if (!state.selection || !selected) return;
    session.dispatch({ type: 'recolor', ...state.selection, color: next, continues });
  }

  return {
    tool,
    newShape,
    color,
    setColor,
    removeSelected,
    onKeyDown: tool.onKeyDown,
    moveVertex: (vertex, to) => moveVertex(session, vertex, to),
    simplified: simplified !== null && isSelected(state, simplified) ? simplified : null,
    openSimplify: () => setSimplified(state.selection?.kind === 'polygon' ? state.selection.id : null),
    closeSimplify: () => setSimplified(null),
    customTools,
    withForms,
    isChecking,
    households: props.overlay?.households?.() ?? null,
    openCheck: () => setChecking(true),
    closeCheck: () => setChecking(false),
    ...imports,
  };
}

/** Moves a corner of the selected area, or the selected marker; returns whether it was moved. */
function moveVertex(session: MapContext['session'], vertex: number, to: LatLng): boolean {
  const { selection } = session.state;
  if (!selection) return false;
  const { id, kind } = selection;
  const { rejection } =
    kind === 'marker'
      ? session.dispatch({ type: 'move_marker', id, to })
      : session.dispatch({ type: 'move_vertex', id, vertex, to });
  return rejection === null;
}

/** The tools for forms, once they are requested. */
function useForms({ session, notify, texts }: MapContext) {
  const [forms, setForms] = useState<PrimitiveTools | null>(null);
  function withForms(start: () => void): void {
    import('../../tools/primitive-tools.ts')
      .then((loaded) => {
        session.addReducers(loaded.formReducers);
        setForms(loaded);
        start();
      })
      .catch(() => notify(texts.failure));
  }
  return { forms, withForms };
}

function isSelected({ selection, tool }: MapState, id: ShapeId): boolean {
  return selection?.kind === 'polygon' && selection.id === id && tool.name === 'idle';
}

const noTools: readonly CustomTool[] = [];

/** Removes a tool's preview of a change that was not applied. */
function usePreview(context: MapContext, { tool }: MapState): void {
  const { name } = tool;
  useEffect(() => {
    if (name !== 'form' && name !== 'transform') return undefined;
    return () => setInteraction(context, null);
  }, [context, name]);
}

/** Stops a tool of the page that the page has removed; calls its `stop` when it is stopped, and removes its preview. */
function useCustomTool(
  context: MapContext,
  { tool }: MapState,
  { tools, onError }: { readonly tools: readonly CustomTool[]; readonly onError: (error: Error) => void },
): void {
  const { session } = context;
  const id = tool.name === 'custom' ? tool.id : null;
  const found = tools.find((one) => one.id === id);
  const active = useRef(found);
  useEffect(() => {
    if (found) active.current = found;
  });
  const stop = useEffectEvent(() => {
    setInteraction(context, null);
    callPage(() => active.current?.stop?.(), onError);
  });
  useEffect(() => (id === null ? undefined : () => stop()), [id]);
  const isRemoved = id !== null && !found;
  useEffect(() => {
    if (isRemoved) session.dispatch({ type: 'cancel' });
  }, [session, isRemoved]);
}

/** Draws the editor's content while it is mounted. */
function useInteractionRenderer({ painter, repaint }: MapContext): void {
  useEffect(() => {
    painter.setInteractionRenderer(drawEditInteraction);
    repaint();
    return () => {
      painter.setInteractionRenderer(null);
      repaint();
    };
  }, [painter, repaint]);
}
