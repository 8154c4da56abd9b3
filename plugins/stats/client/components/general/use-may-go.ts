import { useAdmin, useRegistry } from '#kernel/client/index.ts';

/** Whether one may go to a page of another plugin: not where it is switched off, nor without its right. */
export function useMayGo(): (route: string) => boolean {
  const registry = useRegistry();
  const admin = useAdmin();
  return (route) =>
    registry.explain(route, admin?.role && { role: admin.role.role, permissions: admin.role.permissions })
      .state === 'enabled';
}
