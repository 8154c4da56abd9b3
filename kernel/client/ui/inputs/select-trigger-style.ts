import { css } from 'styled-components';
import { controlBox } from './control-style.ts';

/** The closed face of a select or a combobox. */
export const selectTrigger = css`
  ${controlBox}
  display: flex;
  align-items: center;
  gap: var(--s2);
  width: 100%;
  min-width: 0;
  height: var(--control);
  padding: 0 10px 0 11px;
  text-align: start;
  user-select: none;

  > svg,
  > span > svg {
    flex: none;
    width: 16px;
    height: 16px;
    color: var(--text-3);
  }
`;

/** The value in it: one line, grey while nothing is chosen. */
export const selectValue = css`
  display: flex;
  align-items: center;
  gap: var(--s2);
  flex: 1;
  min-width: 0;
  overflow: hidden;
  white-space: nowrap;

  &[data-placeholder] {
    color: var(--text-3);

    > span {
      overflow: hidden;
      text-overflow: ellipsis;
    }
  }
`;
