import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';
import { EMPTY_CELL } from './table-model.ts';

/** A term of a description list with its value. */
export interface DescriptionItem {
  readonly label: ReactNode;
  /** The value; `---` if it is empty. */
  readonly value: ReactNode;
}

export interface DescriptionListProps {
  readonly items: readonly DescriptionItem[];
  /** `beside` is dense, `above` suits long values. */
  readonly layout?: 'beside' | 'above' | undefined;
  /** Number of columns with `above`. */
  readonly columns?: 1 | 2 | 3 | undefined;
}

/** A list of terms and values, such as the data of a person. */
export function DescriptionList({ items, layout = 'beside', columns = 1 }: DescriptionListProps) {
  return (
    <List data-layout={layout} $columns={columns}>
      {items.map((item, index) => (
        // Labels may repeat, and items are not reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>{item.label}</dt>
          <dd>
            {item.value === null || item.value === undefined || item.value === '' ? EMPTY_CELL : item.value}
          </dd>
        </div>
      ))}
    </List>
  );
}

const List = styled.dl<{ $columns: number }>`
  display: grid;
  margin: 0;
  font-size: 13px;
  line-height: 20px;

  dt {
    color: var(--text-3);
  }

  dd {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  &[data-layout='beside'] {
    grid-template-columns: auto 1fr;
    gap: 4px 14px;

    > div {
      display: grid;
      grid-template-columns: subgrid;
      grid-column: 1 / -1;
    }

    /* Limits long names, so that values have enough width. */
    ${media.phone} {
      grid-template-columns: fit-content(40%) 1fr;
    }
  }

  &[data-layout='above'] {
    grid-template-columns: repeat(
      auto-fill,
      minmax(min(100%, max(140px, calc(100% / ${({ $columns }) => $columns} - 24px))), 1fr)
    );
    gap: 14px 24px;

    dd {
      font-size: 14px;
    }
  }
`;
