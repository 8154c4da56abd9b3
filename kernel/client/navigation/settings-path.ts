import { allows } from '#kernel/contract/access.ts';
import { useRegistry } from '../plugins/registry-store.ts';
import { useSession } from '#kernel/identity/client/session/session-store.ts';

/** The path of one's own settings, fixed by the specification; `null` where no plugin has it. */
export function useSettingsPath(): string | null {
  const { rights } = useSession();
  const route = useRegistry().routes.find(({ path }) => path === '/settings');
  return route && allows(route.access, rights) ? route.path : null;
}
