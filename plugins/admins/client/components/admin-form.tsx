import { Controller } from 'react-hook-form';
import { styled } from 'styled-components';
import {
  Field,
  findOption,
  formatPhone,
  FormField,
  media,
  MultiSelect,
  type Option,
  PasswordInput,
  PasswordStrength,
  PhoneInput,
  RecordDialog,
  type RecordFormProps,
  Select,
  Switch,
  TextInput,
  useRecordForm,
  useText,
} from '#kernel/plugin-api/client.ts';
import {
  adminBodySchema,
  registerBodySchema,
  type Admin,
  type PlannedAccess,
  type AdminBody,
  type RegisterBody,
} from '../../contract.ts';
import { adminsDocument } from '../data/queries.ts';
import { useCanManageStaff } from '../data/use-permissions.ts';

interface AdminFormProps extends RecordFormProps<Admin> {
  readonly roles: { readonly options: readonly Option<number>[] };
  readonly neighborhoods: { readonly options: readonly Option<number>[]; readonly loading: boolean };
  /** Asks who takes over the records that the admin could no longer open; resolves to whether to continue. */
  readonly confirmOffboarding: (admin: Admin, plannedAccess: PlannedAccess) => Promise<boolean>;
}

interface AdminValues {
  login: string;
  password: string;
  must_change_password: boolean;
  first_name: string;
  last_name: string;
  phone: string;
  role_id: number | null;
  neighborhoods: number[];
}

/** Adds or changes an admin. The password is given to a new one only. */
export function AdminForm({ record, roles, neighborhoods, confirmOffboarding, onClose }: AdminFormProps) {
  const t = useText('admins');
  const staff = useCanManageStaff();
  const handle = useAdminRecord({ record, staff, confirmOffboarding, onClose });
  const { control } = handle.form;
  return (
    <RecordDialog
      handle={handle}
      title={t(handle.creating ? 'addTitle' : 'editTitle')}
      facts={(values) => [
        { label: t('lastName'), text: values.last_name },
        { label: t('firstName'), text: values.first_name },
        { label: t('login'), text: values.login },
        { label: t('phone'), text: formatPhone(values.phone) },
        { label: t('role'), text: findOption(roles.options, values.role_id)?.label ?? '' },
        {
          label: t('neighborhoods'),
          text: values.neighborhoods
            .map((id) => findOption(neighborhoods.options, id)?.label ?? String(id))
            .join(', '),
        },
      ]}
      onClose={onClose}
      history="admins"
    >
      <PersonFields handle={handle} />
      {handle.creating ? <PasswordFields handle={handle} staff={staff} /> : null}
      <FormField
        control={control}
        name="role_id"
        label={t('role')}
        required
        error={handle.problem('role_id')}
      >
        {(field) => <Select {...field} options={roles.options} />}
      </FormField>
      <FormField
        control={control}
        name="neighborhoods"
        label={t('neighborhoods')}
        hint={t('form.neighborhoodsHint')}
        error={handle.problem('neighborhoods')}
      >
        {(field) => (
          <MultiSelect {...field} options={neighborhoods.options} loading={neighborhoods.loading} />
        )}
      </FormField>
    </RecordDialog>
  );
}

interface PersonFieldsProps {
  readonly handle: ReturnType<typeof useAdminRecord>;
}

/** The names, the login and the phone of an admin. */
function PersonFields({ handle }: PersonFieldsProps) {
  const t = useText('admins');
  const { register, control } = handle.form;
  return (
    <>
      <Pair>
        <Field label={t('lastName')} required error={handle.problem('last_name')}>
          <TextInput {...register('last_name')} maxLength={100} autoComplete="off" />
        </Field>
        <Field label={t('firstName')} required error={handle.problem('first_name')}>
          <TextInput {...register('first_name')} maxLength={100} autoComplete="off" />
        </Field>
      </Pair>
      <Pair>
        <Field label={t('login')} required error={handle.problem('login')}>
          <TextInput
            {...register('login')}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <FormField control={control} name="phone" label={t('phone')} error={handle.problem('phone')}>
          {(field) => <PhoneInput {...field} autoComplete="off" />}
        </FormField>
      </Pair>
    </>
  );
}

interface PasswordFieldsProps extends PersonFieldsProps {
  readonly staff: boolean;
}

/** The password of a new admin. */
function PasswordFields({ handle, staff }: PasswordFieldsProps) {
  const t = useText('admins');
  const { register, control, watch } = handle.form;
  return (
    <>
      <Field label={t('password')} required error={handle.problem('password')} hint={t('form.passwordRule')}>
        <PasswordInput {...register('password')} maxLength={200} autoComplete="new-password" />
      </Field>
      <PasswordStrength password={watch('password')} login={watch('login')} />
      {staff ? (
        <Controller
          control={control}
          name="must_change_password"
          render={({ field: { value, onChange } }) => (
            <Switch label={t('form.mustChange')} checked={value} onChange={onChange} />
          )}
        />
      ) : null}
    </>
  );
}

/**
 * Binds the form to the admin: a new admin is registered with a password, an existing one is changed without.
 */
function useAdminRecord({
  record,
  staff,
  confirmOffboarding,
  onClose,
}: Pick<AdminFormProps, 'record' | 'confirmOffboarding' | 'onClose'> & { readonly staff: boolean }) {
  const t = useText('admins');
  return useRecordForm<Admin, AdminValues, AdminBody | RegisterBody>({
    name: 'admins',
    path: record ? 'admins' : 'admins/register',
    record,
    schema: record ? adminBodySchema : registerBodySchema,
    valuesOf,
    bodyOf: ({ password, must_change_password, ...values }) => ({
      ...values,
      ...(record ? {} : { password, ...(staff ? { must_change_password } : {}) }),
    }),
    secrets: ['password'],
    required: {
      login: t('form.loginRequired'),
      password: t('form.passwordRequired'),
      first_name: t('form.firstNameRequired'),
      role_id: t('form.roleRequired'),
    },
    saved: ({ last_name, first_name }, created) =>
      t(created ? 'added' : 'updated', { name: `${last_name} ${first_name}` }),
    documents: [adminsDocument],
    async agree({ role_id: roleId, neighborhoods: neighborhoodIds = [] }) {
      const confirmed =
        !record ||
        !isNarrower(record, { roleId, neighborhoodIds }) ||
        (await confirmOffboarding(record, { roleId, neighborhoodIds }));
      return confirmed ? { more: {} } : null;
    },
    onDone: onClose,
  });
}

/** Whether a change takes something away from an admin; another role may have fewer rights. */
function isNarrower(admin: Admin, { roleId, neighborhoodIds }: PlannedAccess): boolean {
  return (
    roleId !== Number(admin.role_id) ||
    admin.neighborhoods.some(({ id }) => !neighborhoodIds.includes(Number(id)))
  );
}

function valuesOf(admin: Admin | null): AdminValues {
  return {
    login: admin?.login ?? '',
    password: '',
    must_change_password: true,
    first_name: admin?.first_name ?? '',
    last_name: admin?.last_name ?? '',
    phone: admin?.phone ?? '',
    role_id: admin ? Number(admin.role_id) : null,
    neighborhoods: (admin?.neighborhoods ?? []).map(({ id }) => Number(id)),
  };
}

const Pair = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 16px 12px;
  align-items: start;

  ${media.phone} {
    grid-template-columns: 1fr;
  }
`;
