import { css } from 'styled-components';
import { media } from '#kernel/plugin-api/client.ts';

/** Tools in a single row, which scrolls on a phone: several rows would leave no space for the text. */
export const oneRowOnPhones = css`
  ${media.phone} {
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: none;

    > * {
      flex: none;
    }

    button {
      min-width: 44px;
      min-height: 44px;
    }
  }
`;
