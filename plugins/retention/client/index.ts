import {
  connectionStatus,
  defineClient,
  extend,
  lazyExtension,
  lazyPage,
  refetchQueries,
  type ClientContext,
} from '#kernel/plugin-api/client.ts';
import { slot } from '#kernel/plugin-api/contract.ts';
import { erasedCapability } from '../contract.ts';
import { retention } from '../manifest.ts';

interface Citizen {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
}

/** Declared by their ids: importing the contracts would add them to the first page's download. */
const userActions = slot<{ citizen: Citizen }>('users.actions');
const userAside = slot<{ citizen: { readonly id: number } }>('users.aside');
const applicationAside = slot<{ application: { readonly id: number } }>('applications.aside');

const actions = lazyExtension(async () => (await import('./components/citizen-actions.tsx')).CitizenActions);
const citizenState = lazyExtension(async () => (await import('./components/state-banners.tsx')).CitizenState);
const applicationState = lazyExtension(
  async () => (await import('./components/state-banners.tsx')).ApplicationState,
);

/** The client module of retention. Browsers delete their data about erased citizens. */
export const retentionClient = defineClient(retention, {
  pages: { list: lazyPage(async () => (await import('./pages/list-page.tsx')).ListPage) },
  extensions: [
    extend(userActions, actions),
    extend(userAside, citizenState),
    extend(applicationAside, applicationState),
  ],
  start(context) {
    context.on('retention_change', () => {
      void import('./data/queries.ts').then(({ retentionDocuments }) =>
        refetchQueries(...retentionDocuments),
      );
    });
    context.on('person_erased', (erased) => {
      // Failures are retried by the next `fetchErased`.
      import('./delete-data.ts')
        .then(({ deletePersonData }) => deletePersonData(erased))
        .catch(() => undefined);
    });
    followMissed(context);
  },
});

/** Milliseconds after which a browser requests them over HTTP only, since its network may block sockets. */
const socketWaitMs = 30_000;

/**
 * Requests the erasures that happened while this browser was closed or offline: as soon as events arrive, so
 * that no later one is missed, and again after each disconnection.
 */
function followMissed(context: ClientContext): void {
  if (!context.capabilities.includes(erasedCapability)) return;
  const timer = setTimeout(fetchSoon, socketWaitMs);
  context.onStop(() => clearTimeout(timer));
  context.onConnect?.(fetchSoon);
  if (connectionStatus() === 'on') fetchSoon();

  function fetchSoon(): void {
    clearTimeout(timer);
    // If its code cannot be loaded now, the next connection tries again.
    import('./fetch-erased.ts').then(({ fetchErased }) => fetchErased()).catch(() => undefined);
  }
}
