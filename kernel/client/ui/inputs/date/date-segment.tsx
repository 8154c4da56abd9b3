import type { KeyboardEvent, RefObject } from 'react';
import { styled } from 'styled-components';
import { media } from '../../layout/breakpoints.ts';
import type { DateDraft } from './date-math.ts';
import type { ControlAttributes } from '../field/field.tsx';

interface DateSegmentProps {
  readonly part: keyof DateDraft;
  readonly label: string;
  readonly draft: DateDraft;
  readonly onDraft: (draft: DateDraft) => void;
  /** Handles pasted text; returns whether it was a complete date. */
  readonly onPaste: (text: string) => boolean;
  readonly box: RefObject<HTMLElement | null>;
  readonly control: Omit<ControlAttributes, 'id'>;
  readonly id?: string | undefined;
}

const limits = {
  day: { length: 2, min: 1, max: 31 },
  month: { length: 2, min: 1, max: 12 },
  year: { length: 4, min: 1900, max: 2100 },
} as const;

/** One part of a date: moves the focus to the next part when it is complete, and steps with the up and down arrows. */
export function DateSegment({ part, label, draft, onDraft, onPaste, box, control, id }: DateSegmentProps) {
  const { length, max } = limits[part];
  const text = draft[part];
  // The placeholder in the current language: kk.oo.yyyy, дд.мм.гггг.
  const empty = label.slice(0, 1).toLowerCase().repeat(length);

  const focusBeside = (step: 1 | -1) => focusSibling(box.current, step);

  function type(typed: string): void {
    const digits = typed.replace(/\D/g, '').slice(0, length);
    onDraft({ ...draft, [part]: digits });
    // A first digit that no second can follow completes the part: 4 is April.
    const full = digits.length === length || (length === 2 && Number(digits) * 10 > max);
    if (full && digits.length >= text.length) focusBeside(1);
  }

  function key(event: KeyboardEvent<HTMLInputElement>): void {
    const input = event.currentTarget;
    const atStart = input.selectionEnd === 0;
    const atEnd = input.selectionStart === text.length;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      onDraft({ ...draft, [part]: stepPart(part, text, event.key === 'ArrowUp' ? 1 : -1) });
    else if (/^[./,-]$/.test(event.key)) focusBeside(1);
    else if (event.key === 'ArrowRight' && atEnd) focusBeside(1);
    else if ((event.key === 'ArrowLeft' && atStart) || (event.key === 'Backspace' && text === ''))
      focusBeside(-1);
    else return;
    event.preventDefault();
  }

  return (
    <Segment
      {...control}
      id={id}
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      placeholder={empty}
      value={text}
      $length={length}
      onChange={(event) => type(event.target.value)}
      onFocus={(event) => event.target.select()}
      onKeyDown={key}
      onBlur={(event) => {
        // The last digit moves the focus before React renders it, so `text` is outdated.
        if (event.target.value !== text) return;
        if (length === 2 && text.length === 1 && text !== '0') onDraft({ ...draft, [part]: `0${text}` });
      }}
      onPaste={(event) => {
        if (onPaste(event.clipboardData.getData('text'))) event.preventDefault();
      }}
    />
  );
}

/** Moves the focus to the segment before or after the focused one. */
function focusSibling(box: HTMLElement | null, step: 1 | -1): void {
  const inputs = [...(box?.querySelectorAll('input') ?? [])];
  const next = inputs[inputs.findIndex((input) => input === document.activeElement) + step];
  next?.focus();
  next?.select();
}

/** The part one step up or down: day and month wrap around, the year stops at its limits. */
function stepPart(part: keyof DateDraft, text: string, direction: 1 | -1): string {
  const { length, min, max } = limits[part];
  const isYear = part === 'year';
  const start = isYear ? new Date().getFullYear() : direction > 0 ? min - 1 : max + 1;
  const next = (text === '' ? start : Number(text)) + direction;
  const below = isYear ? min : max;
  const above = isYear ? max : min;
  return String(next < min ? below : next > max ? above : next).padStart(length, '0');
}

const Segment = styled.input<{ $length: number }>`
  width: calc(${({ $length }) => $length} * 0.62em + 8px);
  height: 26px;
  padding: 0;
  border: 0;
  border-radius: 4px;
  background: none;
  outline: none;
  text-align: center;

  &:focus {
    background: var(--accent-soft);
    color: var(--accent-strong);
  }

  ${media.phone} {
    width: calc(${({ $length }) => $length} * 0.62em + 24px);
    min-width: 44px;
    height: calc(var(--control) - 2px);
  }
`;
