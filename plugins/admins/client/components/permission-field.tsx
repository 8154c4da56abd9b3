import { Checkbox, FormField, type RecordForm, Stack, useText } from '#kernel/plugin-api/client.ts';
import type { Role, RoleBody } from '../../contract.ts';
import { usePermissions } from '../data/use-permissions.ts';

interface PermissionFieldProps {
  readonly handle: RecordForm<Role, RoleBody>;
  /** The present permissions of the role, including those of disabled plugins. */
  readonly held: readonly string[];
}

/** The permissions of a role: those of the enabled plugins, and those that it already has. */
export function PermissionField({ handle, held }: PermissionFieldProps) {
  const t = useText('admins');
  const { choices, choicesOf } = usePermissions();
  const otherChoices = choicesOf(held).filter((choice) => !choices.includes(choice));
  return (
    <FormField
      control={handle.form.control}
      name="permissions"
      group
      label={t('roles.permissions')}
      error={handle.problem('permissions')}
    >
      {({ value, onChange, onBlur }) => (
        <Stack $gap={8}>
          {[...choices, ...otherChoices].map(({ permission, label, plugin }) => (
            <Checkbox
              key={permission}
              label={label}
              hint={plugin}
              checked={value.includes(permission)}
              onBlur={onBlur}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, permission] : value.filter((one) => one !== permission))
              }
            />
          ))}
        </Stack>
      )}
    </FormField>
  );
}
