import { css } from 'styled-components';
import { media } from '#kernel/plugin-api/client.ts';

/** Enlarges the touch target of an inline link or button without moving the lines. */
export const touchTarget = css`
  ${media.phone} {
    display: inline-flex;
    align-items: center;
    min-width: 44px;
    min-height: 44px;
    margin-block: -12px;
  }
`;
