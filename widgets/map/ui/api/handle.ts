import {
  isUnreadable,
  latLng,
  shapeOf,
  toExport,
  toValue,
  type Kind,
  type ShapeId,
  type ShapeRef,
} from '../../model/index.ts';
import { read } from '../../io/files.ts';
import type { MapContext } from '../../tools/map-context.ts';
import type { KomakMapHandle } from './map-props.ts';

/** Creates the handle of a map from its shared parts. */
export function createHandle({ session, camera, show, language }: MapContext): KomakMapHandle {
  function find(id: ShapeId, kind?: Kind): ShapeRef | null {
    const kinds: readonly Kind[] = kind ? [kind] : ['polygon', 'marker'];
    const found = kinds.find((one) => shapeOf(session.state.shapes, { kind: one, id }));
    return found ? { kind: found, id } : null;
  }

  return {
    fit: (id, kind) => show(id === undefined ? null : find(id, kind)),
    select(id, kind) {
      const ref = id === null ? null : find(id, kind);
      session.dispatch(ref ? { type: 'select', ...ref } : { type: 'deselect' }, 'api');
    },
    clear: () => void session.dispatch({ type: 'clear' }, 'api'),
    undo: () => void session.dispatch({ type: 'undo' }, 'undo'),
    redo: () => void session.dispatch({ type: 'redo' }, 'undo'),
    export() {
      const { latitude, longitude, zoom } = camera.view;
      return toExport(session.state.value, { center: latLng(latitude, longitude), zoom, now: new Date() });
    },
    project: (position) => (camera.size.width > 1 ? camera.project(position) : null),
    unproject: (point) => (camera.size.width > 1 ? camera.unproject(point) : null),
    async import(source, { existing, ...options } = {}) {
      const { multipart } = session.state.options;
      const reading = await read(source, { near: camera.center, language, multipart, ...options });
      const { report } = session.dispatch(
        { type: 'import', reading, ...(existing ? { existing } : {}) },
        'api',
      );
      if (!report) throw new Error('The map rejected the shapes');
      return report;
    },
    replace: (shapes) => session.dispatch({ type: 'replace', shapes, near: camera.home }, 'api').report,
    async load(source, signal) {
      signal?.throwIfAborted();
      const { multipart } = session.state.options;
      const reading = await read(source, { near: camera.home, doubt: 'noted', language, multipart });
      signal?.throwIfAborted();
      const { report } = session.dispatch({ type: 'replace', shapes: null, reading }, 'api');
      if (!report) throw new Error('The map rejected the shapes');
      if (!isUnreadable(report)) show(null);
      return report;
    },
    get value() {
      return toValue(session.state.value);
    },
  };
}
