import { allows } from '#kernel/contract/access/access.ts';
import { session } from '#kernel/client/session/session-store.ts';
import { hasEarlyResponse } from '#kernel/client/preload/early.ts';
import { apiAddress, requestAhead } from '#kernel/client/data/request.ts';
import type { FirstRead } from '#kernel/client/data/first-read.ts';
import { firstReadOf, loadPage } from '#kernel/client/plugins/plugin-clients.ts';
import { readRegistry, refreshRegistry } from '#kernel/client/plugins/registry-store.ts';

/** Milliseconds within which the code of the page is loaded; after that, it requests its data itself. */
const codeLoadedWithinMs = 10_000;

/**
 * Requests the first data and the code of the page in the address while the shell's code still loads. Resolves when
 * both have arrived, or early with null if there is nothing to preload.
 */
export async function beginFirstPage(): Promise<FirstRead | null> {
  const { rights } = session;
  if (rights === null) return null;
  refreshRegistry();
  const registry = readRegistry();
  const path = location.pathname === '/' ? registry.menu(rights)[0]?.items[0]?.path : location.pathname;
  const route = registry.routes.find((one) => one.path === path);
  if (!route || !allows(route.access, rights)) return null;
  const { plugin, key, firstRead } = route;
  const address = firstRead === undefined || location.search !== '' ? null : apiAddress(firstRead);
  if (address !== null) {
    requestAhead(address, codeLoadedWithinMs);
  }
  if (registry.installed.find(({ id }) => id === plugin)?.isolation === 'frame') return null;
  // The page reports a failure when it loads its code again.
  const page = loadPage(plugin, key).catch(() => undefined);
  if (address === null || (await page) === undefined || !(await hasEarlyResponse(address))) return null;
  const document = firstReadOf(plugin, key);
  return document ? { document, query: new URL(address, location.origin).search.slice(1) } : null;
}
