import { Calendar as CalendarIcon } from 'lucide-react';
import { useRef, useState, type FocusEvent } from 'react';
import { styled } from 'styled-components';
import { media } from '../../layout/breakpoints.ts';
import { Calendar } from './calendar.tsx';
import { controlBox } from '../field/control-style.ts';
import { clampDate, dateDraft, draftDate, parseDate, type DateDraft, type IsoDate } from './date-math.ts';
import { DateSegment } from './date-segment.tsx';
import { useControl, useFieldLabelId } from '../field/field.tsx';
import { InnerButton } from '../../buttons/icon-button.tsx';
import { Popover } from '../../overlays/popups.tsx';
import { useText } from '../../../i18n/i18n.ts';
import { useControlledDraft } from '../field/use-controlled-draft.ts';

export interface DateFieldProps {
  /** `YYYY-MM-DD`; empty if there is none. */
  readonly value: IsoDate;
  /** Called with a complete date within the bounds, or with an empty text. */
  readonly onChange: (value: IsoDate) => void;
  readonly min?: IsoDate | undefined;
  readonly max?: IsoDate | undefined;
  /** The accessible name, if there is no field around it. */
  readonly 'aria-label'?: string | undefined;
}

/** A date typed as day, month and year, or picked from a calendar. Put it in a `<Field group>`. */
export function DateField({ value, onChange, min, max, 'aria-label': label }: DateFieldProps) {
  const t = useText();
  const { id, ...control } = useControl({});
  const labelId = useFieldLabelId();
  const box = useRef<HTMLDivElement>(null);
  const { draft, change, pick, leave, paste } = useDateDraft({ value, onChange, min, max });
  const parts = { draft, onDraft: change, onPaste: paste, box, control };

  return (
    <Group aria-label={label} aria-labelledby={label === undefined ? labelId : undefined} onBlur={leave}>
      <Box ref={box}>
        <DateSegment {...parts} part="day" label={t('ui.day')} id={id} />
        <Dot aria-hidden="true">.</Dot>
        <DateSegment {...parts} part="month" label={t('ui.month')} />
        <Dot aria-hidden="true">.</Dot>
        <DateSegment {...parts} part="year" label={t('ui.year')} />
        <Popover
          label={t('ui.openCalendar')}
          align="end"
          renderTrigger={(props) => (
            <InnerButton {...props} label={t('ui.openCalendar')}>
              <CalendarIcon />
            </InnerButton>
          )}
        >
          {(close) => (
            <Calendar
              value={value}
              min={min}
              max={max}
              onSelect={(date) => {
                pick(date);
                close();
              }}
            />
          )}
        </Popover>
      </Box>
    </Group>
  );
}

/**
 * The text of a date being typed. A complete date within the bounds is emitted; when the focus leaves, the closest
 * valid one.
 */
function useDateDraft({ value, onChange, min, max }: DateFieldProps) {
  const [draft, setDraft] = useState<DateDraft>(() => dateDraft(value));
  const [emitted, setEmitted] = useControlledDraft(value, (date) => setDraft(dateDraft(date)));

  function change(next: DateDraft): void {
    const date = draftDate(next);
    setDraft(next);
    emit(date !== null && clampDate(date, min, max) === date ? date : '');
  }

  function emit(date: IsoDate): void {
    if (date === emitted) return;
    setEmitted(date);
    onChange(date);
  }

  function pick(date: IsoDate): void {
    setDraft(dateDraft(date));
    emit(date);
  }

  function leave(event: FocusEvent): void {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    const date = draftDate(draft);
    if (date !== null) pick(clampDate(date, min, max));
  }

  function paste(text: string): boolean {
    const date = parseDate(text);
    if (date !== null) pick(clampDate(date, min, max));
    return date !== null;
  }

  return { draft, change, pick, leave, paste };
}

const Group = styled.fieldset``;

const Box = styled.div`
  ${controlBox}
  display: flex;
  align-items: center;
  width: 100%;
  max-width: 180px;
  height: var(--control);
  padding: 0 3px 0 8px;
  font-variant-numeric: tabular-nums;

  > button {
    margin-left: auto;
  }

  ${media.phone} {
    max-width: none;
    padding-left: 0;
  }
`;

const Dot = styled.span`
  color: var(--text-3);

  /* The segments are 44 px wide; the dots overlap their edges to close the gap. */
  ${media.phone} {
    position: relative;
    margin: 0 -4px;
    pointer-events: none;
  }
`;
