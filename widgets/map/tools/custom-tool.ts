import { readValue } from '../model/exchange/read-value.ts';
import type { LatLng } from '../model/index.ts';
import { setInteraction, type EditTool, type EditToolContext } from './edit-tool.ts';
import type { PointerTool } from './pointer-listener.ts';
import { snapOf } from './snapping.ts';
import { crosshairOf } from './view-keys.ts';

/** The methods of the map for a page's own tool. Permissions and limits of the map apply. */
export interface ToolHost {
  /** Draws rings of `[lat, lng]` as a preview; an empty list removes them. */
  preview(rings: readonly (readonly (readonly [lat: number, lng: number])[])[]): void;
  /** Adds shapes in the format of `value`, as one step of the history. Returns how many were added. */
  add(shapes: { readonly polygons?: readonly object[]; readonly markers?: readonly object[] }): number;
  /** Stops the tool. */
  finish(): void;
}

/** A tool that a page adds to the toolbar of the editor. */
export interface CustomTool {
  /** The id of the tool; a second tool with the same id replaces the first. */
  readonly id: string;
  /** For screen readers and tooltips, in the page's language. */
  readonly label: string;
  /** The path of an icon in a square of 24 units, drawn as a line: the `d` of an SVG path. */
  readonly icon: string;
  /** A hint for the user, beside the cancel button. */
  readonly hint?: string;
  /** Called on a click, a tap, or Enter under the crosshair, at a position that snaps to borders. */
  click?(place: readonly [lat: number, lng: number], host: ToolHost): void;
  /** Called when the pointer moves without a button. */
  move?(place: readonly [lat: number, lng: number], host: ToolHost): void;
  /** Called for a key (`KeyboardEvent.key`); returns whether the tool used it. Escape stops the tool. */
  key?(key: string, host: ToolHost): boolean;
  /** Called when the tool was stopped, by itself or by the user. */
  stop?(): void;
}

/** Passes pointer and key events to the page's active tool. */
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

  /** Calls the page's code, whose exceptions must not break the map. */
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
