import { useState } from 'react';
import type { LatLng } from '../../model/index.ts';
import { DeleteIcon, PlusIcon } from '../components/icons.tsx';
import { ToolButton } from '../components/tool-button.tsx';
import { formatText, type MapTexts } from '../../model/text/texts.ts';

export interface VertexTableProps {
  readonly coords: readonly LatLng[];
  /** The vertex that the keyboard holds. */
  readonly current: number | null;
  /** Answers whether the place was taken. */
  readonly onMove: (index: number, place: LatLng) => boolean;
  readonly onInsert: (after: number) => void;
  readonly onDelete: (index: number) => void;
  readonly onFocus: (index: number) => void;
  readonly texts: MapTexts;
}

/** So many lines at a time: a boundary may have thousands of vertices. */
const piece = 100;

/** The vertices as numbers, to be typed over; a marker is a table of one line. */
export function VertexTable({ coords, texts, ...props }: VertexTableProps) {
  const [first, setFirst] = useState(0);
  const from = Math.min(first, Math.max(0, coords.length - 1));
  const start = from - (from % piece);
  const single = coords.length === 1;
  return (
    <div className="km-vertices">
      <table>
        <thead>
          <tr>
            {/* As broad as its longest number: a boundary may have thousands. */}
            <th scope="col" style={{ width: `calc(${Math.max(2, String(coords.length).length)}ch + 15px)` }}>
              {texts.vertices.number}
            </th>
            <th scope="col">{texts.vertices.latitude}</th>
            <th scope="col">{texts.vertices.longitude}</th>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the place above the buttons of the rows */}
            {single ? null : <td className="km-vertex-tools" />}
          </tr>
        </thead>
        <tbody>
          {coords.slice(start, start + piece).map((place, offset) => {
            const index = start + offset;
            return (
              // A vertex has no name but its place in the row.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index} data-current={index === props.current || undefined}>
                <th scope="row">{index + 1}</th>
                {([0, 1] as const).map((axis) => (
                  <td key={axis}>
                    <Degrees
                      // Where one comes or goes, what is half-typed in this row would be of another vertex.
                      key={coords.length}
                      value={place[axis]}
                      most={axis === 0 ? 90 : 180}
                      label={formatText(
                        axis === 0 ? texts.vertices.latitude_of : texts.vertices.longitude_of,
                        {
                          number: index + 1,
                        },
                      )}
                      onFocus={() => props.onFocus(index)}
                      onChange={(value) =>
                        props.onMove(
                          index,
                          (axis === 0 ? [value, place[1]] : [place[0], value]) as unknown as LatLng,
                        )
                      }
                    />
                  </td>
                ))}
                {single ? null : (
                  <td className="km-vertex-tools">
                    <ToolButton
                      className="km-small"
                      label={formatText(texts.vertices.add, { number: index + 1 })}
                      icon={<PlusIcon />}
                      onClick={() => props.onInsert(index)}
                    />
                    <ToolButton
                      className="km-small"
                      label={formatText(texts.vertices.delete, { number: index + 1 })}
                      icon={<DeleteIcon />}
                      disabled={coords.length <= 3}
                      onClick={() => props.onDelete(index)}
                    />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      {coords.length > piece ? (
        <div className="km-vertex-pages">
          {Array.from({ length: Math.ceil(coords.length / piece) }, (_, page) => (
            <button
              // oxlint-disable-next-line react/no-array-index-key
              key={page}
              type="button"
              className="km-button"
              data-kind={page * piece === start ? 'primary' : 'quiet'}
              onClick={() => setFirst(page * piece)}
            >
              {page * piece + 1}–{Math.min(coords.length, (page + 1) * piece)}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

interface DegreesProps {
  readonly value: number;
  readonly most: number;
  readonly label: string;
  readonly onChange: (value: number) => boolean;
  readonly onFocus: () => void;
}

function Degrees({ value, most, label, onChange, onFocus }: DegreesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value.toFixed(6);
  const number = readDegrees(shown, most);

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

/** Degrees with a dot or a comma; null if it is no number, or more than there are. */
export function readDegrees(text: string, most: number): number | null {
  const clean = text.trim().replace(',', '.').replace('−', '-');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(clean)) return null;
  const value = Number(clean);
  return Math.abs(value) <= most ? value : null;
}
