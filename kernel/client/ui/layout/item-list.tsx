import { styled } from 'styled-components';

/** A list of things that wait, each a few lines with its buttons: names in `strong`, who and when in `small`. */
export const ItemList = styled.ul`
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
