import { shapeOf, type ShapeRef } from '../model/index.ts';
import type { MapContext } from './map-context.ts';
import type { MapOverlay } from '../render/canvas/map-overlay.ts';
import { formatText } from '../../shared/format-text.ts';
import { titleText } from '../model/text/texts.ts';

/** Deletes a shape after confirmation. */
export async function removeShape(context: MapContext, ref: ShapeRef | null): Promise<void> {
  const { session, texts, confirm } = context;
  const shape = shapeOf(session.state.shapes, ref);
  if (!ref || !shape) return;
  const sure =
    !session.state.options.confirmDelete ||
    (await confirm({
      title: texts.confirm.delete_title,
      text: formatText(texts.confirm.delete_text, { title: titleText(shape, texts) }),
      yes: texts.confirm.yes_delete,
    }));
  if (sure) session.dispatch({ type: 'delete', ...ref });
}

/** Deletes all shapes after confirmation; in view mode only until `value` changes. */
export async function removeAll(context: MapContext, editing: boolean, overlay?: MapOverlay): Promise<void> {
  const { session, texts, confirm } = context;
  const { shapes, options } = session.state;
  const sure =
    !options.confirmClear ||
    (await confirm({
      title: texts.confirm.clear_title,
      text: formatText(texts.confirm.clear_text, {
        polygons: shapes.polygons.length,
        markers: shapes.markers.length + (overlay?.count ?? 0),
      }),
      yes: texts.confirm.yes_clear,
    }));
  if (!sure) return;
  if (editing) session.dispatch({ type: 'clear' });
  else session.dispatch({ type: 'replace', shapes: { polygons: [], markers: [] } });
  overlay?.clear();
}
