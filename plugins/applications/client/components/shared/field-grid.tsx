import { styled } from 'styled-components';
import { media } from '#kernel/plugin-api/client.ts';

/** Fields in two columns; one on a phone. */
export const FieldGrid = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 16px;
  align-items: start;

  ${media.phone} {
    grid-template-columns: 1fr;
  }
`;

/** A field that spans both columns. */
export const FullWidth = styled.div`
  grid-column: 1 / -1;
  min-width: 0;
`;
