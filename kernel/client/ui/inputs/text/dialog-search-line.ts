import { styled } from 'styled-components';
import { media } from '../../layout/breakpoints.ts';

/** The first line of a dialog in which one searches: an icon, and an input over the whole width. */
export const DialogSearchLine = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 0 16px;
  border-bottom: 1px solid var(--line);
  color: var(--text-3);

  > svg {
    flex: none;
  }

  input {
    flex: 1;
    min-width: 0;
    height: 52px;
    border: 0;
    background: none;
    color: var(--text);
    font-size: 16px;
    outline: none;
  }

  ${media.phone} {
    padding: 0 8px 0 16px;
  }
`;
