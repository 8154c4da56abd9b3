import { useCapabilities } from '#kernel/client/index.ts';

/** Whether the server blocks admins, shows their sign-ins, gives first passwords and removes roles. */
export function useCanManageStaff(): boolean {
  return useCapabilities('admins').includes('admins.staff');
}
