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
  click?(position: readonly [lat: number, lng: number], host: ToolHost): void;
  /** Called when the pointer moves without a button. */
  move?(position: readonly [lat: number, lng: number], host: ToolHost): void;
  /** Called for a key (`KeyboardEvent.key`); returns whether the tool used it. Escape stops the tool. */
  key?(key: string, host: ToolHost): boolean;
  /** Called when the tool was stopped, by itself or by the user. */
  stop?(): void;
}

/** Calls code of the page, whose exceptions must not break the map; null after one. */
export function callPage<T>(call: () => T, onError: (error: Error) => void): T | null {
  try {
    return call();
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)));
    return null;
  }
}

function isActive({ session }: EditToolContext, id: string): boolean {
  const { tool } = session.state;
  return tool.name === 'custom' && tool.id === id;
}

/** The host of a tool: of one that was stopped, neither a late preview is drawn nor is another tool stopped. */
function createHost(context: EditToolContext, id: string): ToolHost {
  const { session, newShape } = context;
  return {
    preview(rings) {
      if (!isActive(context, id)) return;
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
    finish: () => void (isActive(context, id) && session.dispatch({ type: 'cancel' })),
  };
}

/** Passes pointer and key events to the active tool of the page. */
export function customTool(
  context: EditToolContext,
  base: PointerTool,
  tools: readonly CustomTool[],
  onError: (error: Error) => void,
): EditTool {
  const { session, camera } = context;

  function run<T>(call: (tool: CustomTool, host: ToolHost) => T): T | null {
    const active = tools.find(({ id }) => isActive(context, id));
    if (!active) return null;
    return callPage(
      () => call(active, createHost(context, active.id)),
      (error) => {
        session.dispatch({ type: 'cancel' });
        onError(error);
      },
    );
  }

  // The page gets lists of its own: a place may be a corner of a shape.
  const click = ([lat, lng]: LatLng) => run((tool, host) => tool.click?.([lat, lng], host));
  return {
    ...base,
    startDrag: () => null,
    click(press) {
      const position = camera.unproject(press.at);
      click(snapOf(context, position, press)?.at ?? position);
    },
    hover(press) {
      const position = camera.unproject(press.at);
      const [lat, lng] = snapOf(context, position, press)?.at ?? position;
      run((tool, host) => tool.move?.([lat, lng], host));
      return 'crosshair';
    },
    onKeyDown({ key }) {
      if (key === 'Escape') session.dispatch({ type: 'cancel' });
      else if (run((tool, host) => tool.key?.(key, host)) === true) return true;
      else if (key === 'Enter') click(camera.unproject(crosshairOf(camera)));
      else return false;
      return true;
    },
  };
}
