import { useMemo, useState } from 'react';
import {
  areaOfOutline,
  countVertices,
  hasRight,
  partsOf,
  perimeterOfOutline,
  ringsOf,
  shapeOf,
  type AnyShape,
  type MapState,
  type MarkerShape,
  type PolygonShape,
} from '../../model/index.ts';
import { areaText, lengthText, placeText, titleText, textOf, type MapTexts } from '../../model/text/texts.ts';
import type { MapContext } from '../../tools/map-context.ts';
import { CheckIcon, CloseIcon, CopyIcon, FitIcon, MarkerIcon, PolygonIcon, ProblemIcon } from './icons.tsx';
import { ToolButton } from './tool-button.tsx';

interface SelectedCardProps {
  readonly context: MapContext;
  readonly state: MapState;
  /** The element that holds the editor's part of the card. */
  readonly slot: (element: HTMLElement | null) => void;
}

/** The card of the selected shape: its title, colour, and size or place. */
export function SelectedCard({ context, state, slot }: SelectedCardProps) {
  const { session, texts, show } = context;
  const { selection, rights, tool } = state;
  const shape = shapeOf(state.shapes, selection);
  const polygon = selection?.kind === 'polygon' ? (shape as PolygonShape | null) : null;
  if (!shape || !selection || tool.name === 'drawing' || tool.name === 'placing') return null;
  const { kind } = selection;
  const problem = kind === 'polygon' ? (state.problems.get(String(shape.id))?.reason ?? null) : null;
  return (
    <section className="km-card km-panel" aria-label={texts.card.label}>
      <header>
        <span className="km-line-icon" style={{ color: shape.color }}>
          {kind === 'polygon' ? <PolygonIcon size={16} /> : <MarkerIcon size={16} />}
        </span>
        <CardTitle
          key={`${kind} ${shape.id}`}
          shape={shape}
          onRename={
            hasRight(rights[kind], 'style')
              ? (title) => session.dispatch({ type: 'rename', ...selection, title })
              : null
          }
          texts={texts}
        />
        <ToolButton
          className="km-small"
          label={texts.card.show}
          icon={<FitIcon />}
          onClick={() => show(selection)}
        />
        <ToolButton
          className="km-small"
          label={texts.card.close}
          icon={<CloseIcon />}
          onClick={() => session.dispatch({ type: 'deselect' })}
        />
      </header>
      {problem === null ? null : (
        <p className="km-problem" role="alert">
          <ProblemIcon size={15} aria-hidden="true" /> {textOf(texts.reason, problem)}
        </p>
      )}
      <dl className="km-facts">
        <dt>{texts.card.color}</dt>
        <dd>
          <i className="km-dot" style={{ background: shape.color }} /> {shape.color}
        </dd>
        {polygon ? (
          <PolygonFacts polygon={polygon} crosses={problem === 'crosses_itself'} texts={texts} />
        ) : (
          <Coordinates text={placeText((shape as MarkerShape).coords)} texts={texts} />
        )}
      </dl>
      <div className="km-slot" ref={slot} />
    </section>
  );
}

interface PolygonFactsProps {
  readonly polygon: PolygonShape;
  readonly crosses: boolean;
  readonly texts: MapTexts;
}

function PolygonFacts({ polygon, crosses, texts }: PolygonFactsProps) {
  const { coords, otherRings } = polygon;
  const { area, perimeter, parts } = useMemo(() => {
    const outline = otherRings ? { coords, otherRings } : { coords };
    return {
      area: areaOfOutline(outline),
      perimeter: perimeterOfOutline(outline),
      parts: partsOf(outline).length,
    };
  }, [coords, otherRings]);
  const holes = ringsOf(polygon).length - parts;
  return (
    <>
      {/* Parts of a self-intersecting polygon would cancel each other out. */}
      {crosses ? null : (
        <>
          <dt>{texts.card.area}</dt>
          <dd>{areaText(area, texts)}</dd>
        </>
      )}
      <dt>{texts.card.perimeter}</dt>
      <dd>{lengthText(perimeter, texts)}</dd>
      <dt>{texts.card.points}</dt>
      <dd>{countVertices(polygon)}</dd>
      {parts > 1 ? (
        <>
          <dt>{texts.card.parts}</dt>
          <dd>{parts}</dd>
        </>
      ) : null}
      {holes > 0 ? (
        <>
          <dt>{texts.card.holes}</dt>
          <dd>{holes}</dd>
        </>
      ) : null}
    </>
  );
}

interface CardTitleProps {
  readonly shape: AnyShape;
  readonly onRename: ((title: string) => void) | null;
  readonly texts: MapTexts;
}

function CardTitle({ shape, onRename, texts }: CardTitleProps) {
  const [typed, setTyped] = useState(shape.title);
  const [known, setKnown] = useState(shape.title);
  if (shape.title !== known) {
    setKnown(shape.title);
    setTyped(shape.title);
  }
  const whole = titleText(shape, texts);
  if (!onRename) {
    return (
      <h2 className="km-cut" title={whole}>
        {whole}
      </h2>
    );
  }
  const finish = () => {
    const title = typed.trim();
    if (title && title !== shape.title.trim()) onRename(title);
    else setTyped(shape.title);
  };
  return (
    <input
      className="km-input km-card-title"
      aria-label={texts.card.title}
      title={whole}
      value={typed}
      maxLength={200}
      placeholder={texts.shape.untitled}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') {
          event.preventDefault();
          finish();
        }
        if (event.key === 'Escape') setTyped(shape.title);
      }}
    />
  );
}

function Coordinates({ text, texts }: { readonly text: string; readonly texts: MapTexts }) {
  const [copied, setCopied] = useState(false);
  return (
    <>
      <dt>{texts.card.coordinates}</dt>
      <dd>
        {text}
        <ToolButton
          className="km-small"
          label={copied ? texts.card.copied : texts.card.copy}
          icon={copied ? <CheckIcon /> : <CopyIcon />}
          onClick={() => {
            void navigator.clipboard?.writeText(text).then(
              () => setCopied(true),
              () => undefined,
            );
          }}
        />
      </dd>
    </>
  );
}
