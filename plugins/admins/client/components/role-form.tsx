import {
  FormField,
  NameFields,
  RecordDialog,
  type RecordFormProps,
  Select,
  useName,
  useNameFacts,
  useRecordForm,
  useText,
} from '#kernel/plugin-api/client.ts';
import { roleBodySchema, roleLevels, type Role, type RoleBody } from '../../contract.ts';
import { adminsDocument, roleOptionsDocument, rolesDocument } from '../data/queries.ts';
import { PermissionField } from './permission-field.tsx';
import { usePermissions } from '../data/use-permissions.ts';

/** Adds or changes a role: its names, level and permissions. */
export function RoleForm({ record, onClose }: RecordFormProps<Role>) {
  const t = useText('admins');
  const nameOf = useName();
  const nameFacts = useNameFacts(t('roles.name'));
  const { choicesOf } = usePermissions();
  const handle = useRecordForm<Role, RoleBody, RoleBody>({
    name: 'roles',
    path: 'admins/roles',
    record,
    schema: roleBodySchema,
    valuesOf: (role) => ({
      role: role?.role ?? 'admin',
      permissions: [...(role?.permissions ?? [])],
      uz: { name: role?.uz.name ?? '' },
      ru: { name: role?.ru.name ?? '' },
    }),
    required: { 'uz.name': t('roles.required'), 'ru.name': t('roles.required') },
    saved: (body, created) => (created ? t('roles.added', { name: nameOf(body) }) : t('roles.updated')),
    documents: [rolesDocument, roleOptionsDocument, adminsDocument],
    onDone: onClose,
  });
  const { control, watch } = handle.form;
  return (
    <RecordDialog
      handle={handle}
      title={t(handle.creating ? 'roles.addTitle' : 'roles.editTitle')}
      facts={(values) => [
        ...nameFacts(values),
        { label: t('roles.level'), text: t(`levels.${values.role}`) },
        {
          label: t('roles.permissions'),
          text: choicesOf(values.permissions)
            .map(({ label }) => label)
            .join(', '),
        },
      ]}
      onClose={onClose}
      history="admins"
    >
      <NameFields handle={handle} label={t('roles.name')} />
      <FormField
        control={control}
        name="role"
        label={t('roles.level')}
        required
        hint={t(`levelHints.${watch('role')}`)}
        error={handle.problem('role')}
      >
        {(field) => (
          <Select
            {...field}
            options={roleLevels.map((level) => ({ value: level, label: t(`levels.${level}`) }))}
          />
        )}
      </FormField>
      <PermissionField handle={handle} held={record?.permissions ?? []} />
    </RecordDialog>
  );
}
