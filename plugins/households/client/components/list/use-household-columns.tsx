import {
  colorCell,
  media,
  type RecordColumn,
  useAuthorshipColumns,
  useName,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { ListedHousehold } from '../../data/queries.ts';
import { useAddress } from '../shared/use-address.ts';
import { Fragment, type ReactNode } from 'react';
import { styled } from 'styled-components';

/**
 * The window widths, in px, from which the least important columns fit, in the language with the longer
 * words.
 */
const minWidths = { informal: 1180, updatedAt: 1300, createdAt: 1420, author: 1540 } as const;

/** The columns of the households. */
export function useHouseholdColumns(): RecordColumn<ListedHousehold>[] {
  const t = useText('households');
  const nameOf = useName();
  const { houseOf, neighborhoodOf } = useAddress();
  const counts = (['able_to_work', 'unemployed', 'informal'] as const).map((key) => ({
    key,
    title: t(`list.${key}`),
    cell: (household: ListedHousehold) => household[key],
    sortable: true,
    numeric: true,
    minWidth: key === 'informal' ? minWidths.informal : undefined,
  }));
  return [
    {
      key: 'address',
      title: t('list.address'),
      cell: (household) => addressCell(houseOf(household), neighborhoodOf(household)),
      width: '26%',
      sortable: true,
      fixed: true,
      primary: true,
    },
    {
      key: 'household_category',
      title: t('list.category'),
      cell: ({ household_category: category }) => colorCell(category.color, nameOf(category)),
      sortable: true,
    },
    {
      key: 'house_type',
      title: t('list.houseType'),
      cell: ({ house_type: type }) => t(`houseTypes.${type}`),
      optional: true,
    },
    ...counts,
    ...useAuthorshipColumns({ brief: true, from: minWidths }),
  ];
}

/** An address in a table cell: the house, and below it the neighbourhood. */
export function addressCell([street, ...numbers]: readonly string[], neighborhood: string): ReactNode {
  return (
    <Lines>
      {street}
      {numbers.map((number) => (
        <Fragment key={number}>
          , <span>{number}</span>
        </Fragment>
      ))}{' '}
      <small>{neighborhood}</small>
    </Lines>
  );
}

const Lines = styled.span`
  display: inline-block;

  ${media.desktop} {
    min-width: 120px;
  }

  /* Prevents a line break at the hyphen of a number. */
  span {
    white-space: nowrap;
  }

  small {
    display: block;
    color: var(--text-2);
    font-size: 12.5px;
    line-height: 18px;
    font-weight: 400;
  }
`;
