import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { useControl, useFieldLabelId } from '../field/field.tsx';
import { palette, parseHex } from '#kernel/domain/geo/palette.ts';
import { TextInput } from '../text/text-input.tsx';
import { useText } from '../../../i18n/i18n.ts';
import { media } from '../../layout/breakpoints.ts';
import { visuallyHidden } from '../../layout/visually-hidden.tsx';

export interface ColorFieldProps {
  /** `#rrggbb`; empty if there is none. */
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly onBlur?: (() => void) | undefined;
}

/** One of fifteen colours in five columns, or any other by its code. Put it in a `<Field group>`. */
export function ColorField({ value, onChange, onBlur }: ColorFieldProps) {
  const t = useText();
  const name = useId();
  const { id, ...control } = useControl({});
  const labelId = useFieldLabelId();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    setTyped(value);
  }

  function type(text: string): void {
    setTyped(text);
    const color = parseHex(text) ?? '';
    setShown(color);
    if (color !== value) onChange(color);
  }

  return (
    <Group onBlur={onBlur}>
      <Swatches {...control} role="radiogroup" aria-labelledby={labelId}>
        {palette.map((color) => (
          <Swatch key={color} style={{ background: color }} title={color}>
            <input
              type="radio"
              name={name}
              value={color}
              checked={color === value}
              aria-label={color}
              onChange={() => onChange(color)}
            />
          </Swatch>
        ))}
      </Swatches>
      <Code>
        <TextInput
          id={id}
          aria-label={t('ui.colorCode')}
          value={typed}
          maxLength={7}
          spellCheck={false}
          placeholder="#······"
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(value)}
          leading={
            <ColorPicker
              type="color"
              aria-label={t('ui.colorCode')}
              // Browsers show any other form as black.
              value={parseHex(value) ?? '#ffffff'}
              data-none={value === '' || undefined}
              onChange={(event) => onChange(event.target.value)}
            />
          }
        />
      </Code>
    </Group>
  );
}

const Group = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 14px 20px;
`;

const Swatches = styled.div`
  display: grid;
  grid-template-columns: repeat(5, var(--target));
  gap: 8px;
`;

const Swatch = styled.label`
  position: relative;
  display: block;
  width: var(--target);
  height: var(--target);
  border-radius: var(--r1);
  box-shadow: inset 0 0 0 1px var(--line-control);
  forced-color-adjust: none;

  input {
    ${visuallyHidden}
  }

  &:hover {
    filter: brightness(1.08);
  }

  &:has(:checked) {
    box-shadow:
      0 0 0 2px var(--surface),
      0 0 0 4px var(--text);
  }

  &:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 5px;
  }
`;

const Code = styled.div`
  width: 132px;
`;

const ColorPicker = styled.input`
  appearance: none;
  flex: none;
  width: 20px;
  height: 20px;
  padding: 0;
  border: 0;
  border-radius: 4px;
  background: none;
  overflow: hidden;

  &::-webkit-color-swatch-wrapper {
    padding: 0;
  }

  ${media.phone} {
    /* The visible swatch stays small; the target has the size for touch. */
    width: 44px;
    height: 44px;
    margin: 0 -12px 0 -11px;

    &::-webkit-color-swatch-wrapper {
      padding: 12px;
    }
  }
  &::-webkit-color-swatch {
    border: 1px solid var(--line-strong);
    border-radius: 4px;
  }
  &[data-none]::-webkit-color-swatch {
    background: repeating-conic-gradient(var(--line) 0 25%, transparent 0 50%) 0 / 10px 10px !important;
  }
`;
