import { css } from 'styled-components';
import { media } from './breakpoints.ts';

/** The row of tabs; scrolls sideways if it is too narrow. */
export const tabStrip = css`
  display: flex;
  gap: 20px;
  border-bottom: 1px solid var(--line);
  overflow-x: auto;
  scrollbar-width: none;
`;

/** A tab; the current one is underlined. */
export const tabStyle = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  flex: none;
  height: 44px;
  padding: 0 1px;
  border: 0;
  background: none;
  color: var(--text-2);
  font-size: 14px;
  font-weight: 520;
  text-decoration: none;
  white-space: nowrap;
  transition: color var(--fast);

  &:hover {
    color: var(--text);
    text-decoration: none;
  }

  &[data-active],
  &[aria-current] {
    color: var(--accent-strong);
    box-shadow: inset 0 -2px var(--accent);
  }

  @media (forced-colors: active) {
    &:is([data-active], [aria-current]) {
      border-bottom: 3px solid Highlight;
    }
  }

  &:focus-visible {
    border-radius: 4px;
    outline-offset: -2px;
  }

  &[data-disabled] {
    color: var(--text-3);
    cursor: not-allowed;
  }

  ${media.phone} {
    justify-content: center;
    min-width: 44px;
  }
`;

/** The number of items behind a tab. */
export const tabCount = css`
  min-width: 20px;
  padding: 0 6px;
  border-radius: 9px;
  background: var(--fill);
  color: var(--text-2);
  font-size: 12px;
  line-height: 18px;
  font-weight: 600;
  text-align: center;
  font-variant-numeric: tabular-nums;
`;
