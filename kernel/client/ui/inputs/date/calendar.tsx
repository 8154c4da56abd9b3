import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { addDays, daysSinceMonday } from '#kernel/domain/text/dates.ts';
import { media } from '../../layout/breakpoints.ts';
import { Button } from '../../buttons/button.tsx';
import { addMonths, clampDate, localToday, monthWeeks, dateNumbers, type IsoDate } from './date-math.ts';
import { IconButton } from '../../buttons/icon-button.tsx';
import { textList, useText } from '../../../i18n/i18n.ts';

/** The selectable years: 80, starting 30 years ago. */
const pickedYears = { before: 30, count: 80 } as const;

/** The years that the calendar offers. */
export function pickerYears(thisYear: number): number[] {
  return Array.from({ length: pickedYears.count }, (_, index) => thisYear - pickedYears.before + index);
}

export interface CalendarProps {
  readonly value: IsoDate;
  readonly onSelect: (date: IsoDate) => void;
  readonly min?: IsoDate | undefined;
  readonly max?: IsoDate | undefined;
}

/** The days of a month. Arrow keys move by days, Page keys by months, Home and End within the week. */
export function Calendar({ value, onSelect: onPick, min, max }: CalendarProps) {
  const t = useText();
  const today = localToday();
  const [day, setDay] = useState(() => clampDate(value === '' ? today : value, min, max));
  const { year, month } = dateNumbers(day);

  function showMonth(nextYear: number, nextMonth: number): void {
    setDay(clampDate(addMonths(day, (nextYear - year) * 12 + nextMonth - month), min, max));
  }

  return (
    <div>
      <MonthPicker year={year} month={month} onChange={showMonth} />
      <DayGrid {...{ value, onSelect: onPick, min, max, today, day }} onMove={setDay} />
      {clampDate(today, min, max) === today ? (
        <Button variant="ghost" size="small" wide onClick={() => onPick(today)}>
          {t('ui.today')}
        </Button>
      ) : null}
    </div>
  );
}

interface DayGridProps extends CalendarProps {
  readonly today: IsoDate;
  /** The day that can be reached by Tab; its month is shown. */
  readonly day: IsoDate;
  readonly onMove: (day: IsoDate) => void;
}

function DayGrid({ value, onSelect: onPick, min, max, today, day, onMove }: DayGridProps) {
  const t = useText();
  const moved = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  const { year, month } = dateNumbers(day);

  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  });

  function key(event: KeyboardEvent): void {
    const next = dayAfterKey(event.key, day);
    if (next === null) return;
    event.preventDefault();
    moved.current = true;
    onMove(clampDate(next, min, max));
  }

  return (
    <Grid
      ref={grid}
      role="grid"
      aria-label={`${textList(t, 'ui.monthNames')[month - 1] ?? ''} ${year}`}
      onKeyDown={key}
    >
      <thead>
        <tr>
          {textList(t, 'ui.weekdayNames').map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthWeeks(year, month).map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td key={date} aria-selected={date === value}>
                <Day
                  type="button"
                  tabIndex={date === day ? 0 : -1}
                  disabled={clampDate(date, min, max) !== date}
                  aria-current={date === today ? 'date' : undefined}
                  data-selected={date === value || undefined}
                  data-outside={dateNumbers(date).month !== month || undefined}
                  onClick={() => onPick(date)}
                >
                  {dateNumbers(date).day}
                </Day>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Grid>
  );
}

interface MonthPickerProps {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  /** A month below 1 or above 12 belongs to the year before or after. */
  readonly onChange: (year: number, month: number) => void;
}

function MonthPicker({ year, month, onChange }: MonthPickerProps) {
  const t = useText();
  const years = pickerYears(dateNumbers(localToday()).year);
  return (
    <Head>
      <IconButton
        size="small"
        label={t('ui.previousMonth')}
        icon={<ChevronLeft />}
        onClick={() => onChange(year, month - 1)}
      />
      <Choice
        aria-label={t('ui.month')}
        value={month}
        onChange={(event) => onChange(year, Number(event.target.value))}
      >
        {textList(t, 'ui.monthNames').map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        aria-label={t('ui.year')}
        value={year}
        onChange={(event) => onChange(Number(event.target.value), month)}
      >
        {years.includes(year) ? null : <option value={year}>{year}</option>}
        {years.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Choice>
      <IconButton
        size="small"
        label={t('ui.nextMonth')}
        icon={<ChevronRight />}
        onClick={() => onChange(year, month + 1)}
      />
    </Head>
  );
}

function dayAfterKey(key: string, day: IsoDate): IsoDate | null {
  if (key === 'ArrowLeft') return addDays(day, -1);
  if (key === 'ArrowRight') return addDays(day, 1);
  if (key === 'ArrowUp') return addDays(day, -7);
  if (key === 'ArrowDown') return addDays(day, 7);
  if (key === 'PageUp') return addMonths(day, -1);
  if (key === 'PageDown') return addMonths(day, 1);
  if (key === 'Home') return addDays(day, -daysSinceMonday(day));
  return key === 'End' ? addDays(day, 6 - daysSinceMonday(day)) : null;
}

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  margin-bottom: 8px;
`;

const Choice = styled.select`
  flex: 1;
  height: var(--control-small);
  padding: 0 4px;
  border: 1px solid transparent;
  border-radius: var(--r1);
  background: var(--raised);
  font-weight: 550;
  font-size: var(--control-font);

  &:hover {
    border-color: var(--line-strong);
  }
`;

const Grid = styled.table`
  border-collapse: collapse;
  margin-bottom: 4px;

  th {
    width: 36px;
    height: 28px;
    padding: 0;
    color: var(--text-3);
    font-size: 12px;
    font-weight: 500;
  }

  td {
    padding: 1px;
  }

  ${media.phone} {
    width: 100%;
  }
`;

const Day = styled.button`
  display: grid;
  place-items: center;
  width: 34px;
  height: 34px;
  border-radius: var(--r1);
  font-variant-numeric: tabular-nums;

  &:hover:not(:disabled) {
    background: var(--hover);
  }

  &[data-outside] {
    color: var(--text-3);

    @media (forced-colors: active) {
      color: GrayText;
    }
  }

  &[aria-current] {
    box-shadow: inset 0 0 0 1px var(--line-strong);
    font-weight: 600;

    @media (forced-colors: active) {
      border: 2px solid ButtonText;
    }
  }

  &&[data-selected] {
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }

  &:disabled {
    color: var(--line-strong);
    cursor: not-allowed;
  }

  ${media.phone} {
    width: 44px;
    height: 44px;
  }
`;
