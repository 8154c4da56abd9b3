import {
  defineClient,
  extend,
  lazyExtension,
  refetchDocuments,
  lazyPage,
} from '#kernel/plugin-api/client.ts';
import { applicationAside } from '#plugins/applications/contract.ts';
import { intake } from '../manifest.ts';
import { deliveriesDocument, sitesDocument } from './data/queries.ts';

const intakeCard = lazyExtension(async () => (await import('./components/intake-card.tsx')).IntakeCard);

/** The client module of intake: the page of sites and keys, and the card with an application's origin. */
export const intakeClient = defineClient(intake, {
  pages: {
    sites: lazyPage(async () => (await import('./pages/sites-page.tsx')).SitesPage),
  },
  extensions: [extend(applicationAside, intakeCard)],
  start(context) {
    context.on('intake_site_change', () => void refetchDocuments(sitesDocument, deliveriesDocument));
  },
});
