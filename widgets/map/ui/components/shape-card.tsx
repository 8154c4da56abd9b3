import { useState, type ReactNode } from 'react';
import type { Kind, MarkerShape, PolygonShape } from '../../model/index.ts';
import { areaText, lengthText, placeText, titleText } from '../../model/text/measure.ts';
import { textOf, type MapTexts } from '../../model/text/texts.ts';
import { CheckIcon, CloseIcon, CopyIcon, FitIcon, MarkerIcon, PolygonIcon, ProblemIcon } from './icons.tsx';
import { ToolButton } from './tool-button.tsx';

export interface ShapeCardProps {
  readonly shape: PolygonShape | MarkerShape;
  readonly kind: Kind;
  readonly problem: string | null;
  /** In square metres and metres; of polygons. */
  readonly area: number | null;
  readonly perimeter: number | null;
  readonly onClose: () => void;
  readonly onShow: () => void;
  readonly onRename: ((title: string) => void) | null;
  /** More about it, such as the table of its vertices. */
  readonly children?: ReactNode;
  readonly texts: MapTexts;
}

/** What is selected: its title, colour, size or place. */
export function ShapeCard(props: ShapeCardProps) {
  const { shape, kind, problem, area, perimeter, texts, children, onClose, onShow } = props;
  const points = kind === 'polygon' ? shape.coords.length : 0;
  return (
    <section className="km-card km-panel" aria-label={texts.card.label}>
      <header>
        <span className="km-line-icon" style={{ color: shape.color }}>
          {kind === 'polygon' ? <PolygonIcon size={16} /> : <MarkerIcon size={16} />}
        </span>
        <CardTitle key={`${kind} ${shape.id}`} {...props} />
        <ToolButton className="km-small" label={texts.card.show} icon={<FitIcon />} onClick={onShow} />
        <ToolButton className="km-small" label={texts.card.close} icon={<CloseIcon />} onClick={onClose} />
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
        {area === null ? null : (
          <>
            <dt>{texts.card.area}</dt>
            <dd>{areaText(area, texts)}</dd>
          </>
        )}
        {perimeter === null ? null : (
          <>
            <dt>{texts.card.perimeter}</dt>
            <dd>{lengthText(perimeter, texts)}</dd>
          </>
        )}
        {kind === 'polygon' ? (
          <>
            <dt>{texts.card.points}</dt>
            <dd>{points}</dd>
          </>
        ) : (
          <Place text={placeText((shape as MarkerShape).coords)} texts={texts} />
        )}
      </dl>
      {children}
    </section>
  );
}

function CardTitle({ shape, onRename, texts }: ShapeCardProps) {
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
    if (title !== '' && title !== shape.title) onRename(title);
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

function Place({ text, texts }: { readonly text: string; readonly texts: MapTexts }) {
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
