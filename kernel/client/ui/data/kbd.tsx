import { styled } from 'styled-components';

/** A key of the keyboard. */
export const Kbd = styled.kbd`
  display: inline-block;
  min-width: 20px;
  padding: 0 5px;
  border: 1px solid var(--line-strong);
  border-radius: 4px;
  background: var(--surface);
  color: var(--text-2);
  font: 500 11px/18px var(--font);
  text-align: center;
`;
