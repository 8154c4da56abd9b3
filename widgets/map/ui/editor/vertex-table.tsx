import { useState } from 'react';
import { latLng, type LatLng, type Ring } from '../../model/index.ts';
import { DeleteIcon, PlusIcon } from '../components/icons.tsx';
import { ToolButton } from '../components/tool-button.tsx';
import { formatText } from '../../../shared/format-text.ts';
import type { MapTexts } from '../../model/text/texts.ts';

interface VertexTableProps {
  /** Vertices are numbered across them. A marker is a ring with one vertex. */
  readonly rings: readonly Ring[];
  /** The vertex that keys move. */
  readonly current: number | null;
  /** Returns whether the place was accepted. */
  readonly onMove: (index: number, position: LatLng) => boolean;
  readonly onInsert: (after: number) => void;
  readonly onDelete: (index: number) => void;
  readonly onFocus: (index: number) => void;
  readonly texts: MapTexts;
}

/** The number of rows shown at a time: a boundary may have thousands of vertices. */
const pageSize = 100;

/** The coordinates of the vertices as text fields; a marker has one row. */
export function VertexTable({ rings, ...props }: VertexTableProps) {
  const { texts } = props;
  const coords = rings.flat();
  const starts = ringStarts(rings);
  const [first, setFirst] = useState(0);
  const from = Math.min(first, Math.max(0, coords.length - 1));
  const start = from - (from % pageSize);
  return (
    <div className="km-vertices">
      <table>
        <thead>
          <tr>
            {/* As wide as its longest number. */}
            <th scope="col" style={{ width: `calc(${Math.max(2, String(coords.length).length)}ch + 15px)` }}>
              {texts.vertices.number}
            </th>
            <th scope="col">{texts.vertices.latitude}</th>
            <th scope="col">{texts.vertices.longitude}</th>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the empty cell above the buttons of the rows */}
            {coords.length === 1 ? null : <td className="km-vertex-tools" />}
          </tr>
        </thead>
        <tbody>
          {coords.slice(start, start + pageSize).map((position, offset) => {
            const index = start + offset;
            return (
              <VertexRow
                // A vertex has no id but its index.
                key={index}
                {...{ ...props, index, position }}
                count={coords.length}
                startsRing={index > 0 && starts.has(index)}
                canDelete={rings.length > 1 || coords.length > 3}
              />
            );
          })}
        </tbody>
      </table>
      <VertexPages count={coords.length} start={start} onStart={setFirst} />
    </div>
  );
}

interface VertexRowProps extends Omit<VertexTableProps, 'rings'> {
  readonly index: number;
  readonly position: LatLng;
  /** The number of vertices. */
  readonly count: number;
  /** Whether it is the first vertex of a further ring. */
  readonly startsRing: boolean;
  readonly canDelete: boolean;
}

function VertexRow({ index, position, count, startsRing, canDelete, texts, ...props }: VertexRowProps) {
  const number = index + 1;
  return (
    <tr data-current={index === props.current || undefined} data-ring={startsRing || undefined}>
      <th scope="row">{number}</th>
      {([0, 1] as const).map((axis) => (
        <td key={axis}>
          <Degrees
            // After an insertion or a deletion unfinished input would belong to another vertex.
            key={count}
            value={position[axis]}
            max={axis === 0 ? 90 : 180}
            label={formatText(axis === 0 ? texts.vertices.latitude_of : texts.vertices.longitude_of, {
              number,
            })}
            onFocus={() => props.onFocus(index)}
            onChange={(value) =>
              props.onMove(index, axis === 0 ? latLng(value, position[1]) : latLng(position[0], value))
            }
          />
        </td>
      ))}
      {count === 1 ? null : (
        <td className="km-vertex-tools">
          <ToolButton
            className="km-small"
            label={formatText(texts.vertices.add, { number })}
            icon={<PlusIcon />}
            onClick={() => props.onInsert(index)}
          />
          <ToolButton
            className="km-small"
            label={formatText(texts.vertices.delete, { number })}
            icon={<DeleteIcon />}
            disabled={!canDelete}
            onClick={() => props.onDelete(index)}
          />
        </td>
      )}
    </tr>
  );
}

interface VertexPagesProps {
  readonly count: number;
  /** The index of the first row shown. */
  readonly start: number;
  readonly onStart: (start: number) => void;
}

/** The buttons of the pages; none for a single page. */
function VertexPages({ count, start, onStart }: VertexPagesProps) {
  if (count <= pageSize) return null;
  return (
    <div className="km-vertex-pages">
      {Array.from({ length: Math.ceil(count / pageSize) }, (_, page) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key
          key={page}
          type="button"
          className="km-button"
          data-kind={page * pageSize === start ? 'primary' : 'quiet'}
          onClick={() => onStart(page * pageSize)}
        >
          {page * pageSize + 1}–{Math.min(count, (page + 1) * pageSize)}
        </button>
      ))}
    </div>
  );
}

/** The indices of the rings' first vertices. */
function ringStarts(rings: readonly Ring[]): ReadonlySet<number> {
  let next = 0;
  return new Set(rings.map(({ length }) => (next += length) - length));
}

interface DegreesProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
  readonly onChange: (value: number) => boolean;
  readonly onFocus: () => void;
}

function Degrees({ value, max, label, onChange, onFocus }: DegreesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value.toFixed(6);
  const number = readDegrees(shown, max);

  function finish(): void {
    if (typed !== null && number !== null && number !== Number(value.toFixed(6)) && !onChange(number)) return;
    if (number !== null) setTyped(null);
  }

  return (
    <input
      className="km-input"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={number === null || undefined}
      value={shown}
      onFocus={onFocus}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') {
          event.preventDefault();
          finish();
        }
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}

/** Parses degrees with a dot or a comma; null if invalid or out of range. */
function readDegrees(text: string, max: number): number | null {
  const clean = text.trim().replace(',', '.').replace('−', '-');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(clean)) return null;
  const value = Number(clean);
  return Math.abs(value) <= max ? value : null;
}
