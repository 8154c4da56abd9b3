import { useCapabilities, useRegistry, useText, useTextOf } from '#kernel/plugin-api/client.ts';

/** The permissions of all enabled plugins, and labels for any permission. */
export function usePermissions() {
  const t = useText('admins');
  const { permissions, enabled } = useRegistry();
  const texts = useTextOf(enabled.map(({ id }) => id));
  const choices = permissions.map(({ permission, plugin }) => ({
    permission,
    label: texts([`${plugin}:permissions.${permission}`]),
    plugin: texts([`${plugin}:menu.title`]),
  }));
  return {
    choices,
    /** The permissions of a role, in the order of the choices; then those of disabled plugins. */
    choicesOf: (held: readonly string[]) => [
      ...choices.filter(({ permission }) => held.includes(permission)),
      ...held
        .filter((permission) => !choices.some((one) => one.permission === permission))
        .map((permission) => ({ permission, label: permission, plugin: t('roles.switchedOff') })),
    ],
  };
}

/** Whether the server blocks admins, shows their sign-ins, gives first passwords and removes roles. */
export function useCanManageStaff(): boolean {
  return useCapabilities('admins').includes('admins.staff');
}
