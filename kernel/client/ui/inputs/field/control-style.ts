import { css } from 'styled-components';

/** The box of every control: border, background, focus, invalid, disabled. */
export const controlBox = css`
  border: 1px solid var(--line-control);
  border-radius: var(--r1);
  background: var(--surface);
  color: var(--text);
  font-size: var(--control-font);
  line-height: 20px;
  transition: border-color var(--fast);

  &:hover:not(:disabled, :has(:disabled), [data-disabled]) {
    border-color: var(--text-3);
  }

  &:focus-visible,
  &:has(:is(input, textarea):focus),
  &[data-popup-open] {
    border-color: var(--accent);
    outline: 2px solid var(--accent);
    outline-offset: -1px;
  }

  &[aria-invalid='true'],
  &[data-invalid],
  &:has([aria-invalid='true']) {
    border-color: var(--rejected);
  }
  &[aria-invalid='true']:focus-visible,
  &[data-invalid]:focus-visible,
  &:has([aria-invalid='true']:focus) {
    outline-color: var(--rejected);
  }

  &:disabled,
  &[data-disabled],
  &:has(> :is(input, textarea):disabled) {
    background: var(--sunken);
    color: var(--text-3);
    cursor: not-allowed;
  }
`;

/** An input without its own box, inside a box. */
export const bareInput = css`
  flex: 1;
  width: 100%;
  min-width: 0;
  height: 100%;
  padding: 0;
  border: 0;
  background: none;
  outline: none;
  text-overflow: ellipsis;

  &:disabled {
    cursor: not-allowed;
  }

  &::-webkit-search-cancel-button {
    display: none;
  }
`;
