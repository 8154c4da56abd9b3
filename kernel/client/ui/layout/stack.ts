import { styled } from 'styled-components';

/** Children in a column; the gap is in px. `as` selects another element, such as `as="form"`. */
export const Stack = styled.div<{ readonly $gap?: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap = 16 }) => $gap}px;
`;

/** Children in a row that wraps; the gap is in px. */
export const Row = styled.div<{ readonly $gap?: number }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${({ $gap = 8 }) => $gap}px;
`;

/**
 * A text with controls below it, as in a card, with grey paragraphs. `$start` keeps controls at their natural width.
 */
export const TextStack = styled(Stack)<{ readonly $start?: boolean }>`
  align-items: ${({ $start }) => ($start ? 'flex-start' : 'stretch')};

  p {
    color: var(--text-2);
  }
`;

/** A divider with a text. */
export const Divider = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  color: var(--text-2);
  font-size: 13px;

  &::before,
  &::after {
    content: '';
    flex: 1;
    height: 1px;
    background: var(--line);
  }
`;
