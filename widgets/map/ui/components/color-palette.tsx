import { useRef } from 'react';
import { palette } from '../../model/index.ts';
import { rgbaOf, toHex } from '../../model/shapes/color.ts';
import type { MapTexts } from '../../model/text/texts.ts';

interface ColorPaletteProps {
  /** A colour of a shape: `#rrggbb`, or one with fewer digits or an opacity. */
  readonly value: string;
  /** `continues`: the browser's picker is still open; all its changes are one undo step. */
  readonly onChange: (color: string, continues: boolean) => void;
  /** A colour of the palette was chosen: the popover may close. */
  readonly onDone?: () => void;
  readonly texts: MapTexts;
}

/** The palette, and any other colour through the browser's picker. */
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
            // Exempts this button from a page's style for pressed buttons.
            data-color=""
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
          // Without its opacity: browsers show any other form as black.
          value={toHex(rgbaOf(value))}
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
