import { styled } from 'styled-components';

/** Children under each other; the gap is in px. `as="form"` and the like choose another element. */
export const Stack = styled.div<{ readonly $gap?: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 16 }) => $gap}px;
`;

/** Children beside each other, in as many lines as they need; the gap is in px. */
export const Row = styled.div<{ readonly $gap?: number }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${({ $gap = 8 }) => $gap}px;
`;
