import { styled } from 'styled-components';
import { useDates } from '#kernel/client/dates/use-dates.tsx';
import { DateField } from '#kernel/client/ui/inputs/date/date-field.tsx';
import type { ListFilter } from './list-tools.tsx';

/** Creates date filters of a list, with a calendar; the value in the address is `YYYY-MM-DD`. */
export function useDayFilter(): <Key extends string>(key: Key, label: string) => ListFilter<Key> {
  const dates = useDates();
  return (key, label) => ({
    key,
    label,
    any: '',
    options: [],
    width: 240,
    labelOf: (day) => dates.date(day),
    render: (value, onChange) => <DayFilter label={label} value={value} onChange={onChange} />,
  });
}

interface DayFilterProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string | null): void;
}

/** A date filter with its label, since two empty ones look alike. */
function DayFilter({ label, value, onChange }: DayFilterProps) {
  return (
    <Labelled>
      <span aria-hidden="true">{label}</span>
      <DateField aria-label={label} value={value} onChange={(day) => onChange(day === '' ? null : day)} />
    </Labelled>
  );
}

const Labelled = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  font-size: 13px;
  color: var(--text-2);

  > span {
    flex: none;
    min-width: 68px;
  }

  > :last-child {
    flex: 1;
    min-width: 0;
  }
`;
