import { useCapabilities, useRegistry, useText, useTextOf } from '#kernel/plugin-api/client.ts';

/** A permission with its own name and that of the plugin that offers it. */
export interface PermissionChoice {
  readonly permission: string;
  readonly label: string;
  readonly plugin: string;
}

/** The permissions of all enabled plugins, and the words for any of them. */
export function usePermissions(): {
  readonly choices: readonly PermissionChoice[];
  /** What a role holds, in the order of the choices; then those of plugins that are switched off. */
  readonly choicesOf: (permissions: readonly string[]) => readonly PermissionChoice[];
} {
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
    choicesOf: (held) => [
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
