import { styled } from 'styled-components';
import { media } from '#kernel/client/ui/index.ts';

/** The main column and the one beside it; under each other where there is little room. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 300px;
  align-items: start;
  gap: 16px;

  ${media.desktop} {
    /* The timeline reaches nearly to the foot of the window. */
    margin-bottom: -20px;
  }

  @media (max-width: 1099px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
`;
