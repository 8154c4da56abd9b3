import { Fragment, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { media } from '#kernel/client/ui/index.ts';

/** An address in a table's cell: the house, and under it the neighbourhood. */
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

  /* A number does not break at its hyphen. */
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
