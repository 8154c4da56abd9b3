import { styled } from 'styled-components';

/** What is to be done, under the title of a step. */
export const Lead = styled.p`
  margin: 4px 0 24px;
  color: var(--text-2);
`;
