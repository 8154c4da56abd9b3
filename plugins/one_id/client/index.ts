import { settingsSlot } from '#kernel/plugin-api/contract.ts';
import { defineClient, extend } from '#kernel/plugin-api/client.ts';
import { oneId } from '../manifest.ts';
import { LinkCard } from './components/link-card.tsx';

/** The client module of OneID: the card in the user's settings. The button of the sign-in page is the kernel's. */
export const oneIdClient = defineClient(oneId, { extensions: [extend(settingsSlot, LinkCard)] });
