import { styled } from 'styled-components';

/** People, each with a button beside their data, or below it where space is limited. */
export const ActionList = styled.ul`
  display: grid;
  gap: 12px;

  > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
  }

  > li > div {
    flex: 1 1 200px;
    min-width: 0;
  }
`;

/** A small line of details of an item. */
export const Small = styled.p`
  color: var(--text-2);
  font-size: 13px;
`;
