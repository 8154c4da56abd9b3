import { useEffect, useId, useMemo, useState } from 'react';
import { checkBorders, type BorderProblem } from '../../model/borders/check.ts';
import type { HouseholdPositions } from '../../model/borders/household-check.ts';
import { snapAll } from '../../model/borders/snap-all.ts';
import type { PolygonShape, Shapes } from '../../model/index.ts';
import { setInteraction } from '../../tools/edit-tool.ts';
import { formatText } from '../../../shared/format-text.ts';
import { areaText, lengthText, titleText, type MapTexts } from '../../model/text/texts.ts';
import { CloseIcon } from '../components/icons.tsx';
import { useListSearch } from '../components/list-search.tsx';
import { PagedList } from '../components/paged-list.tsx';
import { ToolButton } from '../components/tool-button.tsx';
import type { EditorPartProps } from './use-editor.ts';

/** The distances to choose from, in metres. */
const distances = [0.5, 1, 2, 3, 5, 10, 20] as const;

/** The number of problems per page of the list. */
const pageSize = 100;

/** The list of border problems of a map, with links to each, and the controls to join borders. */
export function CheckPanel({ context, state, editor }: EditorPartProps) {
  const { session, texts, fitBounds, announce } = context;
  const { shapes, rights } = state;
  const { check } = texts;
  const [choice, setChoice] = useState<number | null>(null);
  const [shown, setShown] = useState<BorderProblem | null>(null);
  const meters = choice === null ? null : (distances[choice] ?? null);
  const { neighbors } = session;
  const { areas, problems, snapped, left } = useCheck({
    shapes,
    neighbors,
    households: editor.households,
    meters,
  });
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
        <ToolButton
          className="km-small"
          label={texts.card.close}
          icon={<CloseIcon />}
          onClick={editor.closeCheck}
        />
      </header>
      <output>
        {problems.length === 0 ? check.none : formatText(check.found, { count: problems.length })}
      </output>
      {problems.length === 0 ? null : (
        <ProblemList
          problems={problems}
          textOf={(problem) => problemText(problem, areas, texts)}
          shown={shown}
          onShow={(problem, text) => {
            setShown(problem);
            fitBounds(problem.bounds);
            announce(text);
          }}
          texts={texts}
        />
      )}
      {rights.polygon.edit && areas.length > 1 ? (
        <JoinControls
          {...{ session, texts, choice, setChoice, meters }}
          isPossible={Boolean(snapped)}
          before={problems.length}
          after={left}
        />
      ) : null}
    </section>
  );
}

interface JoinControlsProps extends Pick<EditorPartProps['context'], 'session' | 'texts'> {
  /** The index of the chosen distance; null if none is chosen. */
  readonly choice: number | null;
  readonly setChoice: (choice: number | null) => void;
  readonly meters: number | null;
  /** Whether there are borders to join. */
  readonly isPossible: boolean;
  /** The number of problems before and after joining. */
  readonly before: number;
  readonly after: number;
}

/** The distance within which borders are joined, what that changes, and the button that joins them. */
function JoinControls(props: JoinControlsProps) {
  const { session, texts, choice, setChoice, meters, isPossible, before, after } = props;
  const { check } = texts;
  const slider = useId();
  return (
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
        <output>{isPossible ? formatText(check.result, { before, after }) : check.nothing}</output>
      )}
      <button
        type="button"
        className="km-button"
        data-kind="primary"
        disabled={!isPossible}
        onClick={() => {
          if (
            meters !== null &&
            !session.dispatch({ type: 'snap_all', meters, fixed: session.neighbors }).rejection
          )
            setChoice(null);
        }}
      >
        {check.apply}
      </button>
    </div>
  );
}

interface ProblemListProps {
  readonly problems: readonly BorderProblem[];
  readonly textOf: (problem: BorderProblem) => string;
  readonly shown: BorderProblem | null;
  readonly onShow: (problem: BorderProblem, text: string) => void;
  readonly texts: MapTexts;
}

/** The numbered problems; a long list can be searched. */
function ProblemList({ problems, textOf, shown, onShow, texts }: ProblemListProps) {
  const lines = problems.map((problem, index) => ({ problem, text: textOf(problem), number: index + 1 }));
  const { found, field } = useListSearch(lines, ({ text }) => text, texts);
  return (
    <>
      {field}
      <output>{found.length === 0 ? texts.list.none_found : null}</output>
      <PagedList
        items={found}
        pageSize={pageSize}
        isOrdered
        renderItem={({ problem, text, number }) => (
          <li key={`${problem.kind} ${problem.household} ${problem.bounds.join(' ')}`}>
            <button
              type="button"
              className="km-choice"
              aria-pressed={problem === shown}
              onClick={() => onShow(problem, text)}
            >
              {`${number}. ${text}`}
            </button>
          </li>
        )}
        texts={texts}
      />
    </>
  );
}

interface CheckedMap {
  readonly shapes: Shapes;
  readonly neighbors: readonly PolygonShape[];
  readonly households: HouseholdPositions | null;
  /** The distance within which borders are joined; null if none is chosen. */
  readonly meters: number | null;
}

/** The problems of areas and adjacent ones, and those that remain after joining borders. */
function useCheck({ shapes, neighbors, households, meters }: CheckedMap) {
  const areas = useMemo(() => withNeighbors(shapes.polygons, neighbors), [shapes, neighbors]);
  const { markers } = shapes;
  const problems = useMemo(
    () => checkBorders({ polygons: areas, markers }, households),
    [areas, markers, households],
  );
  const snapped = useMemo(
    () => meters && snapAll(shapes.polygons, meters, neighbors),
    [shapes, meters, neighbors],
  );
  const left = useMemo(
    () =>
      snapped
        ? checkBorders({ markers, polygons: withNeighbors(snapped, neighbors) }, households).length
        : problems.length,
    [snapped, markers, households, neighbors, problems],
  );
  return { areas, problems, snapped, left };
}

/** The map's areas and those around them, whose ids may be the same. */
function withNeighbors(
  polygons: readonly PolygonShape[],
  neighbors: readonly PolygonShape[],
): readonly PolygonShape[] {
  return [...polygons, ...neighbors.map((area) => ({ ...area, id: `neighbor ${area.id}` }))];
}

function problemText(
  { kind, areas, household, size }: BorderProblem,
  polygons: readonly PolygonShape[],
  texts: MapTexts,
): string {
  const names = areas
    .map((id) => titleText(polygons.find((area) => area.id === id) ?? null, texts))
    .join(', ');
  return formatText(texts.check[kind], {
    names,
    size: areaText(size, texts),
    title: household === null || household === '' ? texts.shape.untitled : household,
  });
}
