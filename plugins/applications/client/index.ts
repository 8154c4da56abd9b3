import { defineClient, extend, lazyExtension, lazyPage } from '#kernel/plugin-api/client.ts';
import { menuSlot, slot, topBarSlot } from '#kernel/plugin-api/contract.ts';
import type { UserDetail } from '#plugins/users/contract.ts';
import { applicationAside, applicationCards, applicationTriage } from '../contract.ts';
import { applications } from '../manifest.ts';
import { applicationPage } from './pages/application-page.ts';
import { applicationsDocument } from './data/queries.ts';
import { onChanged, onLeft, onReceived, refreshAfterReconnect, refreshViews } from './data/realtime.ts';

const AcceptPage = lazyPage(async () => (await import('./pages/accept-page.tsx')).AcceptPage);

const Cards = lazyExtension(
  async () => (await import('./components/list/application-cards.tsx')).ApplicationCards,
);

const Triage = lazyExtension(async () => (await import('./components/triage/triage.tsx')).Triage);

const MenuViews = lazyExtension(async () => (await import('./components/views/menu-views.tsx')).MenuViews);

const Household = lazyExtension(
  async () => (await import('./components/household/household-card.tsx')).HouseholdCard,
);

const OfCitizen = lazyExtension(
  async () => (await import('./components/household/citizen-cards.tsx')).CitizenCards,
);

const RunningChip = lazyExtension(
  async () => (await import('./components/bulk/running-chip.tsx')).RunningChip,
);

/** Declared by its id: importing the contract of citizens would add it to the first list's download. */
const userAside = slot<{ citizen: UserDetail }>('users.aside');

/** The client module of applications. */
export const applicationsClient = defineClient(applications, {
  pages: {
    list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage, applicationsDocument),
    batches: lazyPage(async () => (await import('./pages/batches-page.tsx')).BatchesPage),
    accept: AcceptPage,
    add: AcceptPage,
    detail: applicationPage,
  },
  extensions: [
    extend(applicationCards, Cards),
    extend(applicationTriage, Triage),
    extend(menuSlot, MenuViews),
    extend(applicationAside, Household),
    extend(userAside, OfCitizen),
    extend(topBarSlot, RunningChip),
  ],
  start(context) {
    context.on('application_receive', onReceived);
    context.on('application_change', onChanged);
    context.on('application_leave', onLeft);
    // Loaded with the first event: the first list does not need it.
    context.on('application_batch', (progress) => {
      void import('./components/bulk/follow-batches.ts').then(({ followBatch }) => followBatch(progress));
    });
    context.on('application_view_change', refreshViews);
    context.onReconnect(() => void refreshAfterReconnect());
  },
});
