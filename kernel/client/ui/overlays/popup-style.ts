import { css } from 'styled-components';
import { media } from '../layout/breakpoints.ts';

/** The surface of a popup: a menu, a list of options, a popover. */
export const popupSurface = css`
  max-width: var(--available-width);
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--raised);
  color: var(--text);
  font-size: 14px;
  line-height: 20px;
  box-shadow: var(--shadow-2);
  outline: none;
  transform-origin: var(--transform-origin);
  transition:
    opacity var(--fast) var(--ease),
    transform var(--fast) var(--ease);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    transform: scale(0.98);
  }
`;

/** The z-index of a popup. */
export const popupLayer = css`
  z-index: var(--z-popup);
  outline: none;
`;

/** An entry of a menu or of a list of options. */
export const popupRow = css`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 34px;
  padding: 6px 10px;
  border-radius: var(--r1);
  color: var(--text);
  text-decoration: none;
  cursor: pointer;
  user-select: none;
  outline: none;

  &[data-highlighted] {
    background: var(--hover);
  }

  &[data-disabled] {
    color: var(--text-3);
    cursor: not-allowed;
  }

  > svg {
    flex: none;
    width: 16px;
    height: 16px;
    color: var(--text-3);
  }

  ${media.phone} {
    min-height: 44px;
    font-size: 15px;
  }
`;

/** The scrolling list of options. */
export const popupList = css`
  max-height: min(300px, var(--available-height));
  padding: 4px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scroll-padding-block: 4px;
  outline: none;

  ${media.phone} {
    max-height: min(352px, var(--available-height));
  }
`;

/** The check mark of a selected option. */
export const popupIndicator = css`
  flex: none;
  color: var(--accent);

  svg {
    width: 16px;
    height: 16px;
  }
`;
