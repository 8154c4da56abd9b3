import { css, styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';
import { ellipsis } from '../styles/tokens.ts';

/** The frame around a table. */
export const Frame = styled.div`
  --cell: 10px;

  position: relative;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--surface);
  box-shadow: var(--shadow-1);

  &[data-density='compact'] {
    --cell: 5px;
  }

  ${media.desktop} {
    &[data-overflow] {
      /* The header sticks inside the scrolling element, which is now this frame. */
      --sticky-top: 0px;

      overflow-x: auto;
    }
  }

  ${media.phone} {
    border: 0;
    background: none;
    box-shadow: none;
  }
`;

const desktop = css`
  thead th {
    position: sticky;
    top: var(--sticky-top, 0px);
    z-index: 1;
    height: 40px;
    padding: 0 12px;
    background: var(--surface);
    box-shadow: inset 0 -1px var(--line);
    color: var(--text-2);
    font-size: 12.5px;
    line-height: 18px;
    font-weight: 550;
    text-align: start;

    &[data-sortable]:not([data-numeric]) {
      white-space: nowrap;
    }

    &:first-child {
      border-top-left-radius: 9px;
    }
    &:last-child {
      border-top-right-radius: 9px;
    }
  }

  tbody td {
    height: 44px;
    padding: var(--cell) 12px;
    border-bottom: 1px solid var(--line);
    vertical-align: middle;
  }

  [data-density='compact'] & tbody td {
    height: 34px;
  }

  tbody tr:last-child td {
    border-bottom: 0;
  }

  th:first-child,
  td:first-child {
    padding-left: 16px;
  }

  th:last-child,
  td:last-child {
    padding-right: 16px;
  }

  [data-numeric] {
    text-align: end;
  }

  td[data-tabular] {
    white-space: nowrap;
  }

  [data-kind='number'] {
    width: 1%;
    color: var(--text-3);
    text-align: end;
  }

  [data-kind='select'] {
    width: 1%;
    padding-block: 0;
    cursor: default;
  }

  [data-kind='actions'] {
    width: 1%;
    padding-block: 0;
    text-align: end;
    white-space: nowrap;
  }

  td[data-truncate] {
    /* Narrower where it would wrap the words beside it. */
    max-width: clamp(216px, 15vw, 260px);
    ${ellipsis}
  }

  td[data-primary] {
    font-weight: 520;
  }

  tr[data-opens]:hover td {
    background: var(--hover);
  }

  tr:is([data-highlight], [data-selected]) td {
    background: var(--accent-soft);
  }
  tr[data-opens]:is([data-highlight], [data-selected]):hover td {
    background: linear-gradient(var(--hover), var(--hover)), var(--accent-soft);
  }
  tr[data-highlight] [data-kind='number'] {
    color: var(--text-2);
  }

  tr[data-opens]:focus-visible {
    outline-offset: -2px;
  }

  tbody tr:last-child[data-opens]:focus-visible {
    border-radius: 0 0 9px 9px;
  }
`;

const phone = css`
  display: block;

  thead,
  tbody,
  tr,
  th,
  td {
    display: block;
  }

  thead tr {
    display: flex;
    gap: 4px;
    margin: 0 calc(-1 * var(--window-edge, 12px));
    padding: 0 24px 0 max(6px, var(--window-edge, 12px));
    overflow-x: auto;
    scrollbar-width: none;
    /* Fades like a row of chips. */
    mask-image: linear-gradient(to right, transparent, #000 12px, #000 calc(100% - 24px), transparent);
  }

  thead th:not([data-sortable], [data-kind='select']) {
    display: none;
  }

  thead th {
    flex: none;
    width: auto !important;
    white-space: nowrap;
    color: var(--text-2);
    font-size: 13px;
    font-weight: 520;

    button {
      min-height: 44px;
      margin: 0;
      padding: 0 10px;
    }
  }

  tbody {
    display: grid;
    gap: 8px;
  }

  tbody tr {
    position: relative;
    display: flex;
    flex-direction: column;
    gap: 4px;
    padding: 12px 14px;
    border: 1px solid var(--line);
    border-radius: var(--r2);
    background: var(--surface);
    box-shadow: var(--shadow-1);

    &:is([data-highlight], [data-selected]) {
      border-color: var(--accent);
    }
    &[data-opens]:active {
      background: linear-gradient(var(--hover), var(--hover)), var(--surface);
    }
  }

  tbody td {
    font-size: 14px;
    text-align: end;
    overflow-wrap: anywhere;

    &[data-label]:not([data-primary]) {
      display: flex;
      justify-content: space-between;
      gap: 16px;

      &::before {
        content: attr(data-label);
        flex: none;
        max-width: 50%;
        color: var(--text-3);
        text-align: start;
      }

      /* A number leaves its label more than half. */
      &[data-numeric]::before {
        flex: 0 1 auto;
        max-width: none;
      }

      /* A list stands under its label. */
      &:has(> ul) {
        flex-direction: column;
        gap: 4px;
        text-align: start;
      }
    }
  }

  td[data-primary] {
    order: -1;
    padding-right: 44px;
    font-size: 15px;
    line-height: 22px;
    font-weight: 600;
    text-align: start;
  }

  td[data-kind='select'] {
    position: absolute;
    top: 0;
    left: 0;
  }
  th[data-kind='select'] {
    margin-left: 1px;
  }

  [data-kind='select'] label {
    min-width: 44px;
    justify-content: center;
  }

  &[data-selectable] td[data-primary] {
    padding-left: 30px;
  }

  td[data-phone='hidden'] {
    display: none;
  }

  td[data-kind='number'] {
    position: absolute;
    top: 14px;
    right: 14px;
    color: var(--text-3);
    font-size: 12.5px;
    line-height: 20px;
  }

  td[data-kind='actions'] {
    display: flex;
    justify-content: flex-end;
    gap: 4px;
    margin: 4px -8px -8px;
  }

  tr[data-kind='empty'] td {
    text-align: center;
  }

  tr[data-kind='skeleton'] td:nth-child(n + 4) {
    display: none;
  }
`;

/** The table. One element holds all styles, so that a thousand cells need no class each. */
export const TableRoot = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;

  td:is([data-numeric], [data-tabular], [data-kind='number']) {
    font-variant-numeric: tabular-nums;
  }

  td [data-empty] {
    font-variant-numeric: normal;
  }

  /* With no rows there is nothing to select; the column keeps its width, since rows may be loading. */
  th[data-kind='select'] :disabled {
    visibility: hidden;
  }

  a[data-row-link] {
    color: inherit;
  }

  tr[data-opens] {
    cursor: pointer;
  }

  &[data-selectable] tbody tr {
    /* Clear of the bulk bar. */
    scroll-margin-bottom: 80px;
  }

  tr[data-muted] td {
    color: var(--text-3);
  }

  [data-empty] {
    color: var(--text-3);
  }

  tbody {
    transition: opacity var(--fast);

    &[data-dim] {
      opacity: 0.55;
    }
  }

  ${media.desktop} {
    ${desktop}
  }

  ${media.phone} {
    ${phone}
  }

  ${media.print} {
    [data-kind='actions'],
    [data-kind='select'],
    th svg {
      display: none;
    }
  }
`;
