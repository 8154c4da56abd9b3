import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { media } from '#kernel/client/ui/index.ts';

/** An address in a table's cell: the house, and under it the neighbourhood. */
export function addressCell(house: string, neighborhood: string): ReactNode {
  return (
    <Lines>
      {house} <small>{neighborhood}</small>
    </Lines>
  );
}

const Lines = styled.span`
  display: inline-block;

  ${media.desktop} {
    min-width: 120px;
  }

  small {
    display: block;
    color: var(--text-2);
    font-size: 12.5px;
    line-height: 18px;
    font-weight: 400;
  }
`;
