import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { BasemapTheme } from '../../io/tiles/basemap-colors.ts';
import { createSelectTool } from '../../tools/select-tool.ts';
import { viewKeys } from '../../tools/view-keys.ts';
import type { EditorHandle, KomakMapProps } from '../api/map-props.ts';
import { Stage } from '../stage/stage.tsx';
import type { useBasemap } from './use-basemap.ts';
import type { useMap } from './use-map.ts';

interface MapStageProps {
  readonly props: KomakMapProps;
  readonly map: Pick<ReturnType<typeof useMap>, 'core' | 'context' | 'state' | 'onCanvasReady'>;
  readonly basemap: ReturnType<typeof useBasemap>;
  readonly theme: BasemapTheme;
  /** The editor, which handles keys and pointers first; null until its code is loaded. */
  readonly editor: RefObject<EditorHandle | null>;
  readonly onZoom: (zoom: number) => void;
}

/** The drawn map: passes its keys and pointers to the tools, and its view to the overlay. */
export function MapStage({ props, map, basemap, theme, editor, onZoom }: MapStageProps) {
  const { texts, mode = 'view', overlay } = props;
  const { core, context, state } = map;
  const { session, camera } = context;
  const selectTool = useMemo(() => createSelectTool(session, camera, overlay), [session, camera, overlay]);
  const onError = useLatest(props.onError);
  const tool = state.tool.name;

  function onMove(): void {
    onZoom(Math.round(camera.view.zoom * 10) / 10);
    // Zooming in requires more detail of long boundaries.
    if (context.painter.needsAnotherFrame) context.repaint();
    overlay?.onViewChange();
  }

  function onReady(): void {
    onZoom(camera.view.zoom);
    map.onCanvasReady();
    overlay?.onViewChange();
    context.repaint();
    props.onReady?.();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!editor.current?.onKeyDown(event, true) && !viewKeys(event, context, overlay)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Stage
      context={context}
      canvas={core.canvas}
      tool={() => editor.current?.tool ?? selectTool}
      source={basemap.source}
      theme={theme}
      onSourceFail={basemap.fail}
      onAttribution={basemap.attribute}
      drawing={tool === 'drawing' || tool === 'placing'}
      crosshair={mode === 'view' ? 'keys' : tool === 'editing' ? 'never' : 'focus'}
      help={texts.help[mode]}
      {...{ onMove, onReady, onError, onKeyDown }}
      onPlain={basemap.setPlain}
      onResize={core.refit}
    />
  );
}

/** A stable function that calls the latest version of an event handler. */
function useLatest<T>(handler: ((value: T) => void) | undefined): (value: T) => void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  return useCallback((value: T) => latest.current?.(value), []);
}
