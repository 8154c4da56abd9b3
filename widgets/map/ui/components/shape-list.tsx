import { useEffect, useRef, useState } from 'react';
import { sameId, type Kind, type MarkerShape, type PolygonShape, type ShapeRef } from '../../model/index.ts';
import { titleText } from '../../model/text/measure.ts';
import { style } from '../style/stylesheet.ts';
import { fill, textOf, type MapTexts } from '../../model/text/texts.ts';
import {
  CloseIcon,
  DeleteIcon,
  FitIcon,
  MarkerIcon,
  PolygonIcon,
  ProblemIcon,
  RenameIcon,
} from './icons.tsx';
import { ToolButton } from './tool-button.tsx';

/** A line of the list. */
export interface ListedShape {
  readonly shape: PolygonShape | MarkerShape;
  readonly kind: Kind;
  /** The code of what is wrong with it. */
  readonly problem: string | null;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

export interface ShapeListProps {
  readonly shapes: readonly ListedShape[];
  readonly selected: ShapeRef | null;
  readonly onSelect: (shape: ShapeRef) => void;
  readonly onShow: (shape: ShapeRef) => void;
  readonly onRename: (shape: ShapeRef, title: string) => void;
  readonly onDelete: (shape: ShapeRef) => void;
  readonly onClose: () => void;
  readonly texts: MapTexts;
}

/** A list that is longer has a search field. */
const longList = 8;
/** More lines than this are drawn a piece at a time. */
const piece = 200;

/** The panel with every shape: select it, show it, rename it, search. */
export function ShapeList(props: ShapeListProps) {
  const { shapes, texts, onClose } = props;
  const [query, setQuery] = useState('');
  const [most, setMost] = useState(piece);
  const wanted = fold(query);
  const found = wanted === '' ? shapes : shapes.filter(({ shape }) => fold(shape.title).includes(wanted));
  return (
    <section className="km-side km-panel" aria-label={texts.list.title}>
      <header>
        <h2>
          {texts.list.title} <span className="km-faint">{shapes.length}</span>
        </h2>
        <ToolButton label={texts.card.close} icon={<CloseIcon />} onClick={onClose} />
      </header>
      {shapes.length > longList ? (
        <input
          className="km-input km-list-search"
          type="search"
          aria-label={texts.list.search}
          placeholder={texts.list.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      ) : null}
      {shapes.length === 0 ? (
        <p className="km-empty">
          {texts.list.empty}
          <span>{texts.list.empty_hint}</span>
        </p>
      ) : null}
      {shapes.length > 0 && found.length === 0 ? <p className="km-empty">{texts.list.none_found}</p> : null}
      <ul className="km-list">
        {found.slice(0, most).map((listed) => (
          <Line key={`${listed.kind} ${listed.shape.id}`} listed={listed} {...props} />
        ))}
        {found.length > most ? (
          <li>
            <button
              type="button"
              className="km-button"
              data-kind="quiet"
              onClick={() => setMost(most + piece)}
            >
              {fill(texts.report.more, { count: found.length - most })}
            </button>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function Line({ listed, selected, texts, ...props }: ShapeListProps & { readonly listed: ListedShape }) {
  const { shape, kind, problem, mayEdit, mayDelete } = listed;
  const [typed, setTyped] = useState<string | null>(null);
  const name = useRef<HTMLButtonElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    // Who has pressed elsewhere is there.
    if (typed === null && byKey.current) name.current?.focus();
    byKey.current = false;
  }, [typed]);
  const title = titleText(shape, texts);
  const it: ShapeRef = { kind, id: shape.id };
  const isSelected = selected?.kind === kind && sameId(selected.id, shape.id);

  function finish(keep: boolean): void {
    if (keep && typed !== null && typed.trim() !== '' && typed !== shape.title)
      props.onRename(it, typed.trim());
    setTyped(null);
  }

  return (
    <li className="km-line" data-selected={isSelected || undefined}>
      {typed === null ? (
        <button
          ref={name}
          type="button"
          className="km-line-title"
          aria-label={fill(texts.list.select, { title })}
          aria-pressed={isSelected}
          onClick={() => props.onSelect(it)}
        >
          <span className="km-line-icon" style={{ color: shape.color }}>
            {kind === 'polygon' ? <PolygonIcon size={16} /> : <MarkerIcon size={16} />}
          </span>
          <span className="km-cut">{title}</span>
          {problem === null ? null : (
            <span className="km-line-problem" title={textOf(texts.reason, problem)}>
              <ProblemIcon size={14} />
            </span>
          )}
        </button>
      ) : (
        <input
          className="km-input"
          aria-label={fill(texts.list.rename, { title })}
          value={typed}
          maxLength={200}
          ref={focusAll}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => finish(true)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            // Enter would go on to press what has the focus next.
            event.preventDefault();
            byKey.current = true;
            finish(event.key === 'Enter');
          }}
        />
      )}
      <ToolButton
        className="km-small"
        label={fill(texts.list.show, { title })}
        icon={<FitIcon />}
        onClick={() => props.onShow(it)}
      />
      {mayEdit ? (
        <ToolButton
          className="km-small"
          label={fill(texts.list.rename, { title })}
          icon={<RenameIcon />}
          onClick={() => setTyped(shape.title)}
        />
      ) : null}
      {mayDelete ? (
        <ToolButton
          className="km-small"
          label={fill(texts.list.delete, { title })}
          icon={<DeleteIcon />}
          onClick={() => props.onDelete(it)}
        />
      ) : null}
    </li>
  );
}

function focusAll(input: HTMLInputElement | null): void {
  if (input && input.dataset['begun'] === undefined) {
    input.dataset['begun'] = 'true';
    input.focus();
    input.select();
  }
}

/** What a search compares: small letters, and no apostrophe of any kind. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['ʻʼ‘’`´]/g, '')
    .trim();
}

style(`
.km-side {
  position: absolute;
  z-index: 6;
  top: 0;
  right: 0;
  display: flex;
  flex-direction: column;
  width: 272px;
  max-width: 100%;
  max-height: 100%;
  overflow: hidden;
  pointer-events: auto;
}
.km-side[data-side='left'] { right: auto; left: 0; }
.km-side header, .km-card header {
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 4px 4px 4px 12px;
  border-bottom: 1px solid var(--km-line);
}
.km h2 { flex: 1; min-width: 0; font-size: 14px; line-height: 20px; font-weight: 620; }
.km-faint { color: var(--km-text-3); font-weight: 450; font-variant-numeric: tabular-nums; }
.km .km-list-search { width: auto; margin: 8px 8px 0; }
.km-list { flex: 1; min-height: 0; padding: 4px !important; overflow: auto; overscroll-behavior: contain; }
.km-line { display: flex; align-items: center; border-radius: var(--km-radius); }
.km-line:hover, .km-line:focus-within { background: var(--km-hover); }
.km-line[data-selected] { background: var(--km-accent-soft); }
.km .km-line-title {
  display: flex;
  flex: 1;
  align-items: center;
  gap: 8px;
  min-width: 0;
  min-height: var(--km-control);
  padding: 0 4px 0 8px;
  border: 0;
  border-radius: var(--km-radius);
  background: none;
  text-align: start;
  cursor: pointer;
}
.km-cut { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.km-line-icon svg, .km .km-tinted { stroke: light-dark(currentColor, color-mix(in srgb, currentColor 65%, white)); }
.km-line-icon svg { fill: color-mix(in srgb, currentColor 30%, transparent); }
.km-line-problem { color: var(--km-danger-text); }
.km .km-small { width: var(--km-small); }
.km .km-small > svg { width: 15px; height: 15px; }
.km .km-empty { padding: 24px 16px; color: var(--km-text-2); text-align: center; }
.km-empty span { display: block; margin-top: 2px; color: var(--km-text-3); font-size: 13px; text-wrap: balance; }
@container km (max-width: 600px) {
  .km-side, .km-side[data-side='left'] { top: auto; right: 0; left: 0; bottom: 0; width: auto; max-height: 70%; z-index: 9; }
}
`);
