import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useRef } from 'react';
import { styled } from 'styled-components';
import type { Column, Sort } from './table-model.ts';
import { useUiTexts } from '../texts/texts.tsx';
import { useIsVisible } from '../layout/use-is-visible.ts';

interface SortHeaderProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | null;
  readonly onSort: ((key: string) => void) | undefined;
}

/** A column's title; if the column sorts, a button that turns up and down. */
export function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const texts = useUiTexts();
  const head = useRef<HTMLTableCellElement>(null);
  const direction = sort?.key === column.key ? sort.direction : null;
  useIsVisible(head, direction !== null);
  const style = column.width === undefined ? {} : { width: column.width };
  const numeric = column.numeric || undefined;
  if (!column.sortable || onSort === undefined) {
    return (
      <th scope="col" style={style} data-numeric={numeric}>
        {column.title}
      </th>
    );
  }
  const Arrow = direction === null ? ChevronsUpDown : direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <th
      ref={head}
      scope="col"
      style={style}
      data-numeric={numeric}
      data-sortable=""
      aria-sort={direction === null ? 'none' : direction === 'up' ? 'ascending' : 'descending'}
    >
      <SortButton
        type="button"
        onClick={() => onSort(column.key)}
        title={direction === 'up' ? texts.sortDown : texts.sortUp}
        data-active={direction === null ? undefined : true}
      >
        {column.title}
        <Arrow size={14} aria-hidden="true" />
      </SortButton>
    </th>
  );
}

const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 28px;
  margin: 0 -6px;
  padding: 0 6px;
  border: 0;
  border-radius: 4px;
  background: none;
  font-weight: inherit;
  text-align: inherit;

  &:hover,
  &[data-active] {
    color: var(--text);
  }

  &:hover {
    background: var(--hover);
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  svg {
    flex: none;
    opacity: 0.55;
  }

  &[data-active] svg {
    color: var(--accent);
    opacity: 1;
  }
`;
