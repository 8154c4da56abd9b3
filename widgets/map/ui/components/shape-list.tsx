import { useEffect, useRef, useState, type ReactNode } from 'react';
import { sameId, type Kind, type MarkerShape, type PolygonShape, type ShapeRef } from '../../model/index.ts';
import { formatText } from '../../../shared/format-text.ts';
import { titleText, textOf, type MapTexts } from '../../model/text/texts.ts';
import {
  CloseIcon,
  DeleteIcon,
  FitIcon,
  MarkerIcon,
  PolygonIcon,
  ProblemIcon,
  RenameIcon,
} from './icons.tsx';
import { useListSearch } from './list-search.tsx';
import { PagedList } from './paged-list.tsx';
import { ToolButton } from './tool-button.tsx';

/** A row of the list. */
export interface ListedShape {
  readonly shape: PolygonShape | MarkerShape;
  readonly kind: Kind;
  /** The code of its problem. */
  readonly problem: string | null;
  /** Whether it may be renamed. */
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
}

interface ShapeListProps {
  readonly shapes: readonly ListedShape[];
  readonly selected: ShapeRef | null;
  readonly onSelect: (shape: ShapeRef) => void;
  readonly onShow: (shape: ShapeRef) => void;
  readonly onRename: (shape: ShapeRef, title: string) => void;
  readonly onDelete: (shape: ShapeRef) => void;
  readonly onClose: () => void;
  readonly texts: MapTexts;
}

/** How many rows are rendered at a time. */
const pageSize = 200;

/** The list of shapes: selects, shows, renames and deletes them; searches by title. */
export function ShapeList(props: ShapeListProps) {
  const { shapes, texts, onClose } = props;
  const { found, field } = useListSearch(shapes, ({ shape }) => shape.title, texts);
  return (
    <section className="km-side km-panel" aria-label={texts.list.title}>
      <header>
        <h2>
          {texts.list.title} <span className="km-faint">{shapes.length}</span>
        </h2>
        <ToolButton label={texts.card.close} icon={<CloseIcon />} onClick={onClose} />
      </header>
      {field}
      {shapes.length === 0 ? (
        <p className="km-empty">
          {texts.list.empty}
          <span>{texts.list.empty_hint}</span>
        </p>
      ) : null}
      {shapes.length > 0 && found.length === 0 ? <p className="km-empty">{texts.list.none_found}</p> : null}
      <PagedList
        items={found}
        pageSize={pageSize}
        renderItem={(listed) => <Line key={`${listed.kind} ${listed.shape.id}`} listed={listed} {...props} />}
        texts={texts}
      />
    </section>
  );
}

function Line({ listed, selected, texts, ...props }: ShapeListProps & { readonly listed: ListedShape }) {
  const { shape, kind, problem, mayEdit, mayDelete } = listed;
  const [isRenaming, setRenaming] = useState(false);
  const name = useRef<HTMLButtonElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    // After a click elsewhere the focus stays there.
    if (!isRenaming && byKey.current) name.current?.focus();
    byKey.current = false;
  }, [isRenaming]);
  const title = titleText(shape, texts);
  const it: ShapeRef = { kind, id: shape.id };
  const isSelected = selected?.kind === kind && sameId(selected.id, shape.id);
  const tool = (text: string, icon: ReactNode, onClick: () => void) => (
    <ToolButton className="km-small" label={formatText(text, { title })} icon={icon} onClick={onClick} />
  );

  return (
    <li className="km-line" data-selected={isSelected || undefined}>
      {isRenaming ? (
        <RenameField
          label={formatText(texts.list.rename, { title })}
          title={shape.title}
          onRename={(next) => props.onRename(it, next)}
          onEnd={(isByKey) => {
            byKey.current = isByKey;
            setRenaming(false);
          }}
        />
      ) : (
        <button
          ref={name}
          type="button"
          className="km-line-title"
          aria-label={formatText(texts.list.select, { title })}
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
      )}
      {tool(texts.list.show, <FitIcon />, () => props.onShow(it))}
      {mayEdit ? tool(texts.list.rename, <RenameIcon />, () => setRenaming(true)) : null}
      {mayDelete ? tool(texts.list.delete, <DeleteIcon />, () => props.onDelete(it)) : null}
    </li>
  );
}

interface RenameFieldProps {
  readonly label: string;
  readonly title: string;
  readonly onRename: (title: string) => void;
  readonly onEnd: (isByKey: boolean) => void;
}

/** The field of a new title: Enter and a click elsewhere keep it, Escape discards it. */
function RenameField({ label, title, onRename, onEnd }: RenameFieldProps) {
  const [typed, setTyped] = useState(title);

  function finish(keep: boolean, isByKey: boolean): void {
    const next = typed.trim();
    // Surrounding spaces are not visible: leaving an unchanged title keeps them.
    if (keep && next && next !== title.trim()) onRename(next);
    onEnd(isByKey);
  }

  return (
    <input
      className="km-input"
      aria-label={label}
      value={typed}
      maxLength={200}
      ref={focusAll}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => finish(true, false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // Otherwise Enter would also press the next focused element.
        event.preventDefault();
        finish(event.key === 'Enter', true);
      }}
    />
  );
}

function focusAll(input: HTMLInputElement | null): void {
  if (input && input.dataset['begun'] === undefined) {
    input.dataset['begun'] = 'true';
    input.focus();
    input.select();
  }
}
