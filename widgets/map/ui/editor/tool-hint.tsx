import { useId, useState, type FormEvent } from 'react';
import { lengthOf } from '../../model/borders/trace.ts';
import {
  areaOfOutline,
  latLng,
  positionFault,
  type DrawingTool,
  type LatLng,
  type MapState,
} from '../../model/index.ts';
import { formatText } from '../../../shared/format-text.ts';
import { areaText, lengthText, textOf, type MapTexts } from '../../model/text/texts.ts';
import type { CustomTool } from '../../tools/custom-tool.ts';
import type { EditorPartProps } from './use-editor.ts';

/** A hint about the next step with the active tool, and its buttons. */
export function ToolHint({ context, state, editor }: EditorPartProps) {
  const { session, texts } = context;
  const { draw } = texts;
  const { tool } = state;
  if (tool.name === 'idle') return null;
  return (
    <div className="km-hint km-panel" data-tool={tool.name}>
      <span>{hintOf(state, texts, editor.customTools)}</span>
      {tool.name === 'form' ? (
        <TypedPoint
          texts={texts}
          onPoint={(at) =>
            session.dispatch({ type: 'place_form', at, ...editor.newShape('polygon') }).rejection === null
          }
        />
      ) : null}
      {tool.name === 'drawing' ? <Drawing {...{ context, state, editor, tool }} /> : null}
      <button
        type="button"
        className="km-button"
        onClick={() => session.dispatch({ type: tool.name === 'editing' ? 'stop_editing' : 'cancel' })}
      >
        {tool.name === 'editing' || tool.name === 'transform' || isMeasuring(state) ? draw.done : draw.cancel}
      </button>
    </div>
  );
}

function isMeasuring({ tool }: MapState): boolean {
  return tool.name === 'drawing' && tool.purpose === 'measure';
}

function hintOf(
  { tool }: MapState,
  { draw, borders, forms }: MapTexts,
  custom: readonly CustomTool[],
): string {
  if (tool.name === 'custom') {
    const found = custom.find(({ id }) => id === tool.id);
    return found?.hint ?? found?.label ?? '';
  }
  if (tool.name === 'placing') return draw.hint_marker;
  if (tool.name === 'editing') return draw.hint_edit;
  if (tool.name === 'merging') return borders.hint.merge;
  if (tool.name === 'form') return forms.hint[tool.from ? 'to' : tool.form];
  if (tool.name === 'transform') return forms.hint[tool.by];
  if (tool.name !== 'drawing') return '';
  const { purpose, points } = tool;
  if (purpose === 'area') return points.length >= 3 ? draw.hint_close : draw.hint;
  return borders.hint[purpose];
}

/** The minimum number of points of a drawing. */
function neededPoints({ purpose }: DrawingTool): number {
  return purpose === 'split' || purpose === 'measure' ? 2 : 3;
}

function Drawing({ context, editor, tool }: EditorPartProps & { readonly tool: DrawingTool }) {
  const { session, texts } = context;
  const { draw, borders } = texts;
  const { points, purpose, isTracing } = tool;
  return (
    <>
      {points.length > 0 ? <b>{formatText(draw.points, { count: points.length })}</b> : null}
      {points.length > 1 ? <output className="km-measure">{measureOf(tool, texts)}</output> : null}
      <TypedPoint
        texts={texts}
        onPoint={(point) => session.dispatch({ type: 'add_points', points: [point] }).rejection === null}
      />
      <button
        type="button"
        className="km-button"
        aria-pressed={isTracing}
        onClick={() => session.dispatch({ type: 'toggle_tracing' })}
      >
        {borders.trace}
      </button>
      <button
        type="button"
        className="km-button"
        data-kind="quiet"
        disabled={points.length === 0}
        onClick={() => session.dispatch({ type: 'remove_last_point' })}
      >
        {draw.back}
      </button>
      {purpose === 'measure' ? null : (
        <button
          type="button"
          className="km-button"
          data-kind="primary"
          disabled={points.length < neededPoints(tool)}
          onClick={() => session.dispatch({ type: 'finish_drawing', ...editor.newShape('polygon') })}
        >
          {draw.finish}
        </button>
      )}
    </>
  );
}

/** The length of the drawing, its area if it were closed, and the radius of a circle around the first point. */
function measureOf({ points, purpose }: DrawingTool, texts: MapTexts): string {
  const length = lengthText(lengthOf(points), texts);
  if (purpose === 'split') return length;
  const area = points.length > 2 ? areaText(areaOfOutline({ coords: points }), texts) : '';
  if (purpose !== 'measure') return area || length;
  const [first] = points;
  const last = points.at(-1);
  const radius = first && last ? lengthText(lengthOf([first, last]), texts) : '';
  const parts = [
    formatText(texts.borders.length, { value: length }),
    area && formatText(texts.borders.area, { value: area }),
    points.length > 2 ? formatText(texts.borders.radius, { value: radius }) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

interface TypedPointProps {
  readonly texts: MapTexts;
  /** Returns whether the point was accepted. */
  readonly onPoint: (point: LatLng) => boolean;
}

/** A field for a point's coordinates: latitude, longitude. */
function TypedPoint({ texts, onPoint }: TypedPointProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const problem = useId();
  const { borders, reason } = texts;
  function add(event: FormEvent): void {
    event.preventDefault();
    const numbers = typed
      .split(/[;\s]+|,\s*(?=-?\d)/)
      .filter((part) => part !== '')
      .map(Number);
    const [lat = Number.NaN, lng = Number.NaN] = numbers;
    const found = numbers.length === 2 ? positionFault(lat, lng) : 'not_a_number';
    if (found !== null || !Number.isFinite(lat) || !Number.isFinite(lng)) {
      setFault(textOf(reason, found ?? 'not_a_number'));
      return;
    }
    setFault(null);
    if (onPoint(latLng(lat, lng))) setTyped('');
  }
  return (
    <form className="km-typed" onSubmit={add}>
      <input
        className="km-input"
        aria-label={borders.typed}
        placeholder={borders.typed_example}
        inputMode="text"
        autoComplete="off"
        value={typed}
        onKeyDown={(event) => event.stopPropagation()}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() === '' ? null : (
        <button type="submit" className="km-button">
          {borders.typed_add}
        </button>
      )}
      {fault === null ? null : (
        <em id={problem} role="alert">
          {fault}
        </em>
      )}
    </form>
  );
}
