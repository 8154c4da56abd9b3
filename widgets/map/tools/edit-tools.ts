import {
  handleAt,
  latLng,
  sameId,
  type HandleHit,
  type LatLng,
  type MarkerShape,
  type PolygonShape,
  type Reach,
} from '../model/index.ts';
import type { Camera, Point } from '../render/camera/camera.ts';
import type { Drag, Press, Tools } from './pointer-listener.ts';
import type { Hot, Painter } from '../render/painter/painter.ts';
import { selectTools, shapeUnder } from './select-tools.ts';
import { shapeOf, type MapSession } from '../model/map-session.ts';
import { hasMiddle } from '../render/painter/edit-sketch.ts';
import type { Namer } from './namer.ts';

const fingerReach: Reach = { vertex: 24, midpoint: 20, edge: 14 };

export interface EditToolsOptions {
  readonly session: MapSession;
  readonly camera: Camera;
  readonly painter: Painter;
  readonly repaint: () => void;
  /** Draws what is in the hand alone. */
  readonly sketch: () => void;
  readonly namer: Namer;
}

/** What a pointer does in the editor; the tool in the model's hand decides. A drag stays out of the model until it ends. */
export function editTools({ session, camera, painter, repaint, sketch, namer }: EditToolsOptions): Tools {
  const select = selectTools(session, camera);

  function heat(hot: Hot | null): void {
    const carried = painter.hot?.kind === 'marker';
    painter.hot = hot;
    // A marker is taken out of the others when it is lifted; nothing else of them changes while something moves.
    if ((hot?.kind === 'marker') === carried) sketch();
    else repaint();
  }

  /** The polygon whose corners are in the hand. */
  function held(): PolygonShape | undefined {
    const { tool, shapes } = session.state;
    return tool.name === 'editing' ? shapes.polygons.find(({ id }) => sameId(id, tool.id)) : undefined;
  }

  function handleUnder(polygon: PolygonShape, { at, coarse }: Press): HandleHit | null {
    const { zoom } = camera.view;
    const hit = handleAt(polygon.coords, camera.unproject(at), zoom, coarse ? fingerReach : undefined);
    return hit?.type === 'midpoint' && !hasMiddle(polygon.coords, hit.edge, zoom) ? null : hit;
  }

  function dragCorner(polygon: PolygonShape, hit: HandleHit, press: Press): Drag {
    const isNew = hit.type !== 'vertex';
    const vertex = isNew ? hit.edge + 1 : hit.vertex;
    const before = isNew ? inserted(polygon.coords, hit.edge, hit.at) : polygon.coords;
    const grabbed = camera.project(before[vertex] as LatLng);
    const placeAt = (at: Point) =>
      camera.unproject({ x: grabbed.x + at.x - press.at.x, y: grabbed.y + at.y - press.at.y });
    return {
      move: (at) => heat({ kind: 'ring', coords: before, vertex, at: placeAt(at) }),
      drop(at) {
        painter.hot = null;
        const { id } = polygon;
        const to = placeAt(at);
        if (isNew) session.dispatch({ type: 'insert_vertex', id, edge: hit.edge, at: to });
        else session.dispatch({ type: 'move_vertex', id, vertex, to });
      },
      cancel: () => heat(null),
    };
  }

  function dragMarker(shape: MarkerShape, press: Press): Drag {
    const grabbed = camera.project(shape.coords);
    const placeAt = (at: Point) =>
      camera.unproject({ x: grabbed.x + at.x - press.at.x, y: grabbed.y + at.y - press.at.y });
    return {
      move: (at) => heat({ kind: 'marker', shape, at: placeAt(at) }),
      drop(at) {
        painter.hot = null;
        session.dispatch({ type: 'move_marker', id: shape.id, to: placeAt(at) });
      },
      cancel: () => heat(null),
    };
  }

  function clickHandle(polygon: PolygonShape, hit: HandleHit, alt: boolean): void {
    const { id } = polygon;
    if (hit.type !== 'vertex') session.dispatch({ type: 'insert_vertex', id, edge: hit.edge, at: hit.at });
    else if (alt) session.dispatch({ type: 'delete_vertex', id, vertex: hit.vertex });
    else session.dispatch({ type: 'pick_vertex', vertex: hit.vertex });
  }

  return {
    grab(press) {
      const polygon = held();
      if (polygon) {
        const hit = handleUnder(polygon, press);
        return hit ? dragCorner(polygon, hit, press) : null;
      }
      const { selection, tool, rights } = session.state;
      if (tool.name !== 'idle' || selection?.kind !== 'marker' || !rights.marker.edit) return null;
      const hit = shapeUnder(session, camera, press);
      const shape = shapeOf(session.state, selection);
      const isIt = hit?.kind === 'marker' && sameId(hit.id, selection.id);
      return isIt && shape ? dragMarker(shape as MarkerShape, press) : null;
    },
    click(press) {
      const { tool } = session.state;
      const at = camera.unproject(press.at);
      if (tool.name === 'drawing') {
        session.dispatch({ type: 'add_point', at, zoom: camera.view.zoom, ...namer('polygon') });
        return;
      }
      if (tool.name === 'placing') {
        session.dispatch({ type: 'add_marker', at, ...namer('marker') });
        return;
      }
      const polygon = held();
      const hit = polygon && handleUnder(polygon, press);
      if (polygon && hit) clickHandle(polygon, hit, press.alt);
      else select.click(press);
    },
    hover(press) {
      const { tool } = session.state;
      if (tool.name === 'drawing') {
        heat({ kind: 'pointer', at: camera.unproject(press.at) });
        return 'crosshair';
      }
      if (tool.name === 'placing') return 'crosshair';
      const polygon = held();
      const hit = polygon && handleUnder(polygon, press);
      if (hit) return hit.type === 'vertex' ? 'move' : 'copy';
      return select.hover(press);
    },
    hold(press) {
      const polygon = held();
      const hit = polygon && handleUnder(polygon, press);
      if (!polygon || hit?.type !== 'vertex') return false;
      painter.hot = null;
      session.dispatch({ type: 'delete_vertex', id: polygon.id, vertex: hit.vertex });
      return true;
    },
    leave() {
      if (painter.hot?.kind === 'pointer') heat(null);
    },
  };
}

function inserted(coords: readonly LatLng[], edge: number, [lat, lng]: LatLng): readonly LatLng[] {
  return coords.toSpliced(edge + 1, 0, latLng(lat, lng));
}
