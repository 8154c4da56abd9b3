import { styled } from 'styled-components';
import { media } from '#kernel/plugin-api/client.ts';

/** Fields that open an on-screen keyboard. */
const typing = ":is(textarea, input:not([type='checkbox'], [type='radio'], [type='file'])):focus";

/** A case with room for the bar of its deeds at the foot of a phone; the bar gives way to an on-screen keyboard. */
export const BarRoom = styled.div`
  ${media.phone} {
    --case-bar: calc(61px + env(safe-area-inset-bottom));

    padding-bottom: var(--case-bar);

    /* Nothing says in every browser that a keyboard is open; it is while something is typed. */
    &:has(${typing}) {
      --case-bar: 0px;

      padding-bottom: calc(61px + env(safe-area-inset-bottom));

      [data-case-bar] {
        display: none;
      }
    }
  }
`;
