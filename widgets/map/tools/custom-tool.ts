import { readValue } from '../model/exchange/read-value.ts';
import type { LatLng } from '../model/index.ts';
import { setInteraction, type EditTool, type EditToolContext } from './edit-tool.ts';
import type { PointerTool } from './pointer-listener.ts';
import { snapOf } from './snapping.ts';
import { crosshairOf } from './view-keys.ts';

/** What a tool of the page can do with the map. Rights and limits of the map hold for it, too. */
export interface ToolHost {
  /** Draws rings of `[lat, lng]` that are no shapes yet; an empty list removes them. */
  preview(rings: readonly (readonly (readonly [lat: number, lng: number])[])[]): void;
  /** Adds shapes, as `value` takes them, in one step of the history. Returns how many were taken. */
  add(shapes: { readonly polygons?: readonly object[]; readonly markers?: readonly object[] }): number;
  /** Puts the tool down. */
  finish(): void;
}

/** A tool that a page adds to the toolbar of the editor. */
export interface CustomTool {
  /** Names the tool; a second one of the same id replaces the first. */
  readonly id: string;
  /** For screen readers and on hover, in the language of the page. */
  readonly label: string;
  /** The path of an icon, in a square of 24 units, drawn as a line: the `d` of an SVG path. */
  readonly icon: string;
  /** What to do, beside the button to cancel. */
  readonly hint?: string;
  /** A click, a tap, or Enter under the crosshair, at a place that snaps to borders. */
  click?(place: readonly [lat: number, lng: number], host: ToolHost): void;
  /** The pointer moved without a button. */
  move?(place: readonly [lat: number, lng: number], host: ToolHost): void;
  /** A key, by `KeyboardEvent.key`; returns whether the tool used it. Escape puts it down. */
  key?(key: string, host: ToolHost): boolean;
  /** It was put down, by itself or by the user. */
  stop?(): void;
}

/** Hands pointers and keys to the tool of the page that is active. */
export function customTool(
  context: EditToolContext,
  base: PointerTool,
  tools: readonly CustomTool[],
  onError: (error: Error) => void,
): EditTool {
  const { session, camera, newShape } = context;
  const host: ToolHost = {
    preview(rings) {
      const { polygons } = readValue({ polygons: rings.map((coords) => ({ coords })), markers: [] });
      const outlines = polygons.map(({ shape }) => shape);
      setInteraction(context, outlines.length > 0 ? { kind: 'preview', outlines } : null);
    },
    add({ polygons = [], markers = [] }) {
      const reading = readValue({
        polygons: polygons.map((shape) => ({ ...newShape('polygon'), ...shape })),
        markers: markers.map((shape) => ({ ...newShape('marker'), ...shape })),
      });
      return session.dispatch({ type: 'import', reading }).report?.accepted ?? 0;
    },
    finish: () => void session.dispatch({ type: 'cancel' }),
  };

  /** The page's code may fail; the map must not. */
  function run<T>(call: (tool: CustomTool) => T): T | null {
    const { tool } = session.state;
    const active = tool.name === 'custom' ? tools.find(({ id }) => id === tool.id) : undefined;
    try {
      return active ? call(active) : null;
    } catch (error) {
      session.dispatch({ type: 'cancel' });
      onError(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }

  const click = (at: LatLng) => run((tool) => tool.click?.(at, host));
  return {
    ...base,
    startDrag: () => null,
    click(press) {
      const place = camera.unproject(press.at);
      click(snapOf(context, place, press)?.at ?? place);
    },
    hover(press) {
      const place = camera.unproject(press.at);
      run((tool) => tool.move?.(snapOf(context, place, press)?.at ?? place, host));
      return 'crosshair';
    },
    onKeyDown({ key }) {
      if (key === 'Escape') host.finish();
      else if (run((tool) => tool.key?.(key, host)) === true) return true;
      else if (key === 'Enter') click(camera.unproject(crosshairOf(camera)));
      else return false;
      return true;
    },
  };
}
