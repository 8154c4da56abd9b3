import { styled } from 'styled-components';
import { DateField } from '#kernel/plugin-api/client.ts';

interface DayFilterProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string | null): void;
}

/** A day by which a list is narrowed, with its name beside it: two empty ones look alike. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
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
