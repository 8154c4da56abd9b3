import { useEffect, useId, useMemo, useState } from 'react';
import { simplifyArea } from '../../model/borders/simplify.ts';
import { sharesBorders } from '../../model/borders/border-edits.ts';
import { countVertices, polygonOf, type MapState, type ShapeId } from '../../model/index.ts';
import { setInteraction } from '../../tools/edit-tool.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { formatText } from '../../../shared/format-text.ts';
import { lengthText } from '../../model/text/texts.ts';

interface SimplifyPanelProps {
  readonly context: MapContext;
  readonly state: MapState;
  readonly id: ShapeId;
  readonly onClose: () => void;
}

/** The distances to choose from, in metres. */
const distances = [0.5, 1, 2, 3, 5, 8, 12, 20, 30, 50, 100] as const;

/** Asks for the maximum distance of a simplified border, and draws a preview. */
export function SimplifyPanel({ context, state, id, onClose }: SimplifyPanelProps) {
  const { session, texts } = context;
  const { borders, draw } = texts;
  const [choice, setChoice] = useState(4);
  const slider = useId();
  const meters = distances[choice] ?? 1;
  const polygon = polygonOf(state.shapes, id);
  const simple = useMemo(() => {
    if (!polygon) return null;
    const areas = sharesBorders(state, polygon) ? state.shapes.polygons : [polygon];
    return simplifyArea(areas, polygon, meters)?.find((area) => area.id === polygon.id) ?? null;
  }, [state, polygon, meters]);
  useEffect(() => {
    setInteraction(context, simple ? { kind: 'preview', outlines: [simple] } : null);
    return () => setInteraction(context, null);
  }, [context, simple]);
  if (!polygon) return null;
  const count = countVertices(polygon);
  return (
    <form
      className="km-hint km-panel"
      data-tool="simplify"
      onSubmit={(event) => {
        event.preventDefault();
        if (!session.dispatch({ type: 'simplify', id, meters }).rejection) onClose();
      }}
    >
      <label htmlFor={slider}>{borders.simplify_by}</label>
      <input
        id={slider}
        type="range"
        min={0}
        max={distances.length - 1}
        value={choice}
        aria-valuetext={lengthText(meters, texts)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onClose();
        }}
        onChange={(event) => setChoice(Number(event.target.value))}
      />
      <b>{lengthText(meters, texts)}</b>
      <output>
        {simple
          ? formatText(borders.simplify_result, { before: count, after: countVertices(simple) })
          : borders.simplify_none}
      </output>
      <button type="submit" className="km-button" data-kind="primary" disabled={!simple}>
        {borders.simplify_apply}
      </button>
      <button type="button" className="km-button" onClick={onClose}>
        {draw.cancel}
      </button>
    </form>
  );
}
