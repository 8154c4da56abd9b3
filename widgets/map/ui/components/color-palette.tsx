import { useRef } from 'react';
import { palette } from '../../model/index.ts';
import { style } from '../style/stylesheet.ts';
import type { MapTexts } from '../../model/text/texts.ts';

export interface ColorPaletteProps {
  /** `#rrggbb`. */
  readonly value: string;
  /** `continues`: the browser's picker goes on moving, which is one step. */
  readonly onChange: (color: string, continues: boolean) => void;
  /** A colour of the palette was chosen: the window may go. */
  readonly onDone?: () => void;
  readonly texts: MapTexts;
}

/** Fifteen colours in five columns, and any other through the browser's own picker. */
export function ColorPalette({ value, onChange, onDone, texts }: ColorPaletteProps) {
  const picking = useRef(false);
  return (
    <div>
      <fieldset className="km-palette" aria-label={texts.color.label}>
        {palette.map((color) => (
          <button
            key={color}
            type="button"
            className="km-swatch"
            style={{ background: color }}
            aria-label={color}
            aria-pressed={color === value.toLowerCase()}
            title={color}
            onClick={() => {
              onChange(color, false);
              onDone?.();
            }}
          />
        ))}
      </fieldset>
      <label className="km-free-color">
        <input
          type="color"
          value={value}
          onChange={(event) => {
            onChange(event.target.value, picking.current);
            picking.current = true;
          }}
        />
        <span>{texts.color.free}</span>
        <span className="km-color-code">{value}</span>
      </label>
    </div>
  );
}

style(`
.km .km-palette { display: grid; min-width: 0; margin: 0; padding: 0; border: 0; grid-template-columns: repeat(5, var(--km-swatch)); gap: 6px; }
.km .km-swatch {
  width: var(--km-swatch);
  height: var(--km-swatch);
  padding: 0;
  border: 0;
  border-radius: var(--km-radius);
  box-shadow: inset 0 0 0 1px rgb(128 128 128 / 0.35);
  cursor: pointer;
}
.km .km-swatch[aria-pressed='true'] {
  box-shadow: 0 0 0 2px var(--km-surface), 0 0 0 4px var(--km-text);
}
.km .km-swatch:focus-visible { outline-offset: 5px; }
.km-free-color {
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: var(--km-control);
  margin-top: 8px;
  padding-top: 8px;
  border-top: 1px solid var(--km-line);
  color: var(--km-text-2);
  white-space: nowrap;
  cursor: pointer;
}
.km-free-color input {
  width: 28px;
  height: 28px;
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
}
.km-color-code { margin-inline-start: auto; font-size: 12px; font-variant-numeric: tabular-nums; }
`);
