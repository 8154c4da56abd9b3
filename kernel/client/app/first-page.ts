import { allows } from '#kernel/contract/access.ts';
import { session } from '#kernel/identity/client/session/session-store.ts';
import { readToken } from '../storage/access-token.ts';
import { askEarly } from '../preload/early.ts';
import { apiAddress, commonHeaders } from '../data/request.ts';
import { loadPage } from '../plugins/plugin-clients.ts';
import { readRegistry, refreshRegistry } from '../plugins/registry-store.ts';

/** Asks for what the page of the address reads first, and for its code, while the code of the shell still comes. */
export function beginFirstPage(): void {
  const { rights } = session;
  if (rights === null) return;
  refreshRegistry();
  const registry = readRegistry();
  const path = location.pathname === '/' ? registry.menu(rights)[0]?.items[0]?.path : location.pathname;
  const route = registry.routes.find((one) => one.path === path);
  if (!route || !allows(route.access, rights)) return;
  const { plugin, key, firstRead } = route;
  if (firstRead !== undefined && location.search === '') {
    const address = apiAddress(firstRead);
    askEarly(address, readToken(), () =>
      fetch(address, { headers: commonHeaders(), signal: AbortSignal.timeout(30_000) }),
    );
  }
  const isFrame = registry.installed.find(({ id }) => id === plugin)?.isolation === 'frame';
  // A failure is told by the page, which asks again.
  if (!isFrame) void loadPage(plugin, key).catch(() => undefined);
}
