import { styled } from 'styled-components';

/** A list of requests or of holds. */
export const Items = styled.ul`
  display: grid;
  gap: 16px;
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    overflow-wrap: anywhere;
  }

  ul {
    margin: 4px 0 0;
    padding-inline-start: 20px;
  }

  strong {
    font-weight: 550;
  }

  small {
    color: var(--text-2);
    font-size: 12.5px;
  }
`;
