import { useEffect, useId, useMemo, useState } from 'react';
import { checkBorders, type BorderProblem } from '../../model/borders/check.ts';
import { snapAll } from '../../model/borders/snap-all.ts';
import type { PolygonShape, Shapes } from '../../model/index.ts';
import { setInteraction } from '../../tools/edit-tool.ts';
import { areaText, formatText, lengthText, titleText, type MapTexts } from '../../model/text/texts.ts';
import { CloseIcon } from '../components/icons.tsx';
import { ToolButton } from '../components/tool-button.tsx';
import type { EditorPartProps } from './use-editor.ts';

/** The distances to choose from, in metres. */
const distances = [0.5, 1, 2, 3, 5, 10, 20] as const;

/** So many problems are listed; the others come when these are mended. */
const maxListed = 100;

/** What is wrong with the borders of a map, as a list that leads to each problem, and how to bring borders together. */
export function CheckPanel({ context, state, onClose }: EditorPartProps & { readonly onClose: () => void }) {
  const { session, texts, camera, setView } = context;
  const { shapes, rights } = state;
  const { check } = texts;
  const [choice, setChoice] = useState<number | null>(null);
  const [shown, setShown] = useState<BorderProblem | null>(null);
  const slider = useId();
  const meters = choice === null ? null : (distances[choice] ?? null);
  const { areas, problems, snapped, left } = useCheck(shapes, session.neighbors, meters);
  useEffect(() => {
    const changed = snapped ? snapped.filter((polygon, index) => polygon !== shapes.polygons[index]) : [];
    const outlines = shown?.outline ? [...changed, shown.outline] : changed;
    setInteraction(context, outlines.length > 0 ? { kind: 'preview', outlines } : null);
    return () => setInteraction(context, null);
  }, [context, shapes, snapped, shown]);

  return (
    <section className="km-check km-panel" aria-label={check.title}>
      <header>
        <h2>{check.title}</h2>
        <ToolButton className="km-small" label={texts.card.close} icon={<CloseIcon />} onClick={onClose} />
      </header>
      <output>
        {problems.length === 0 ? check.none : formatText(check.found, { count: problems.length })}
      </output>
      {problems.length === 0 ? null : (
        <ol>
          {problems.slice(0, maxListed).map((problem, index) => (
            <li key={`${problem.kind} ${problem.bounds.join(' ')}`}>
              <button
                type="button"
                className="km-choice"
                aria-pressed={problem === shown}
                onClick={() => {
                  setShown(problem);
                  setView(camera.fitted(problem.bounds));
                }}
              >
                {`${index + 1}. ${problemText(problem, areas, texts)}`}
              </button>
            </li>
          ))}
        </ol>
      )}
      {rights.polygon.edit && areas.length > 1 ? (
        <div className="km-check-snap">
          <label htmlFor={slider}>{check.snap}</label>
          <input
            id={slider}
            type="range"
            min={0}
            max={distances.length - 1}
            value={choice ?? 0}
            aria-valuetext={lengthText(meters ?? distances[0], texts)}
            onKeyDown={(event) => event.stopPropagation()}
            onChange={(event) => setChoice(Number(event.target.value))}
          />
          <b>{meters === null ? check.choose : `≤ ${lengthText(meters, texts)}`}</b>
          {meters === null ? null : (
            <output>
              {snapped ? formatText(check.left, { before: problems.length, after: left }) : check.nothing}
            </output>
          )}
          <button
            type="button"
            className="km-button"
            data-kind="primary"
            disabled={!snapped}
            onClick={() => {
              if (
                meters !== null &&
                !session.dispatch({ type: 'snap_all', meters, fixed: session.neighbors }).refusal
              )
                setChoice(null);
            }}
          >
            {check.apply}
          </button>
        </div>
      ) : null}
    </section>
  );
}

/** What is wrong with areas and those around them, and what is left of it once borders are brought together. */
function useCheck(shapes: Shapes, neighbors: readonly PolygonShape[], meters: number | null) {
  const areas = useMemo(() => withNeighbors(shapes.polygons, neighbors), [shapes, neighbors]);
  const problems = useMemo(() => checkBorders({ polygons: areas, markers: shapes.markers }), [areas, shapes]);
  const snapped = useMemo(
    () => meters && snapAll(shapes.polygons, meters, neighbors),
    [shapes, meters, neighbors],
  );
  const left = useMemo(
    () =>
      snapped
        ? checkBorders({ ...shapes, polygons: withNeighbors(snapped, neighbors) }).length
        : problems.length,
    [snapped, shapes, neighbors, problems],
  );
  return { areas, problems, snapped, left };
}

/** The areas of the map and those around them, which may have the same numbers. */
function withNeighbors(
  polygons: readonly PolygonShape[],
  neighbors: readonly PolygonShape[],
): readonly PolygonShape[] {
  return [...polygons, ...neighbors.map((area) => ({ ...area, id: `neighbor ${area.id}` }))];
}

function problemText(
  { kind, areas, home, size }: BorderProblem,
  polygons: readonly PolygonShape[],
  texts: MapTexts,
): string {
  const names = areas
    .map((id) => titleText(polygons.find((area) => area.id === id) ?? null, texts))
    .join(', ');
  if (home) return formatText(texts.check.home, { title: titleText(home, texts) });
  return formatText(texts.check[kind === 'home' ? 'gap' : kind], { names, size: areaText(size, texts) });
}
