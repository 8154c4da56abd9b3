import { styled } from 'styled-components';

/** Two versions of a record beside each other, a field in each row; both are as wide, however long one of them is. */
export const ComparisonTable = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  font-size: 13px;
  line-height: 20px;

  th,
  td {
    padding: 8px 10px;
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  th {
    color: var(--text-2);
    font-weight: 520;
  }

  th:first-child {
    width: 28%;
    padding-left: 0;
  }
`;
