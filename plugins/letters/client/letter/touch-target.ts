import { css } from 'styled-components';
import { media } from '#kernel/plugin-api/client.ts';

/** Makes a link or button that is as high as its line large enough for a finger; the lines stay where they are. */
export const touchTarget = css`
  ${media.phone} {
    display: inline-flex;
    align-items: center;
    min-width: 44px;
    min-height: 44px;
    margin-block: -12px;
  }
`;
