import { styled } from 'styled-components';
import {
  formatPhone,
  type RecordColumn,
  StatusBadge,
  useDates,
  useName,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Admin } from '../../contract.ts';
import { useCanManageStaff } from '../data/use-permissions.ts';

/** The columns of the list of admins. */
export function useAdminColumns(): RecordColumn<Admin>[] {
  const t = useText('admins');
  const nameOf = useName();
  const dates = useDates();
  const staff = useCanManageStaff();
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ last_name, first_name }) => `${last_name} ${first_name}`,
      sortable: true,
      fixed: true,
      primary: true,
    },
    { key: 'login', title: t('login'), cell: ({ login }) => login, sortable: true },
    {
      key: 'phone',
      title: t('phone'),
      cell: ({ phone }) => phone && <Phone>{formatPhone(phone)}</Phone>,
      width: 170,
      minWidth: 1180,
    },
    { key: 'role', title: t('role'), cell: ({ role }) => nameOf(role), sortable: true },
    {
      key: 'neighborhoods',
      title: t('neighborhoods'),
      cell: ({ role, neighborhoods }) =>
        role?.role === 'super_admin'
          ? t('everywhere')
          : neighborhoods.map((one) => t('mfy', { name: nameOf(one) })).join(', '),
      truncate: true,
      minWidth: 1240,
    },
    ...(staff ? staffColumns(t) : []),
    {
      key: 'createdAt',
      title: t('createdAt'),
      cell: ({ createdAt }) => createdAt && dates.dateTime(createdAt),
      sortable: true,
      tabular: true,
      width: 150,
      optional: true,
    },
    {
      key: 'updatedAt',
      title: t('updatedAt'),
      cell: ({ updatedAt }) => updatedAt && dates.dateTime(updatedAt),
      sortable: true,
      tabular: true,
      width: 150,
      optional: true,
    },
  ];
}

/** Returns the columns that a server of the bare specification has no data for. */
function staffColumns(t: (key: string) => string): RecordColumn<Admin>[] {
  return [
    { key: 'state', title: t('state'), cell: (admin) => <State admin={admin} />, width: 150 },
    {
      key: 'secondFactor',
      title: t('factor.column'),
      cell: ({ second_factor }) => second_factor && t('factor.yes'),
      width: 150,
      optional: true,
    },
  ];
}

function State({ admin }: { readonly admin: Admin }) {
  const t = useText('admins');
  if (admin.blocked) return <StatusBadge tone="rejected">{t('states.blocked')}</StatusBadge>;
  if (admin.must_change_password) return <StatusBadge tone="accepted">{t('states.first')}</StatusBadge>;
  return <StatusBadge tone="completed">{t('states.active')}</StatusBadge>;
}

/** Tabular digits would make the hyphens as wide as digits. */
const Phone = styled.span`
  white-space: nowrap;
`;
