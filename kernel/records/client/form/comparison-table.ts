import { styled } from 'styled-components';

/** A table that compares two versions of a record, one field per row, with columns of equal width. */
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
