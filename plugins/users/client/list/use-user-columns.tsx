import { styled } from 'styled-components';
import { momentCell, type RecordColumn, useDates, useText } from '#kernel/plugin-api/client.ts';
import { formatPhone, fullName } from '#kernel/domain/text/index.ts';
import type { User } from '../../contract.ts';
import { maskedNumber, maskedPassport } from '../shared/numbers.ts';
import { filledBadge, stateBadge } from '../shared/user-badges.tsx';

/** The columns of the citizens: numbers masked, for anybody may pass by. */
export function useUserColumns(): RecordColumn<User>[] {
  const t = useText('users');
  const dates = useDates();
  return [
    { key: 'name', title: t('fields.name'), cell: fullName, sortable: true, fixed: true, primary: true },
    {
      key: 'phone',
      title: t('fields.phone'),
      cell: ({ phone }) => phone && <Phone>{formatPhone(phone)}</Phone>,
    },
    { key: 'personal_number', title: t('fields.personal_number'), cell: maskedNumber, tabular: true },
    { key: 'passport', title: t('fields.passport'), cell: maskedPassport, tabular: true, minWidth: 1240 },
    {
      key: 'birthday',
      title: t('fields.birthday'),
      cell: ({ birthday }) => birthday && dates.date(birthday),
      tabular: true,
      optional: true,
    },
    { key: 'filled', title: t('fields.filled'), cell: (user) => filledBadge(user, t), minWidth: 1240 },
    { key: 'state', title: t('fields.state'), cell: (user) => stateBadge(user, t) },
    {
      key: 'createdAt',
      title: t('fields.createdAt'),
      cell: ({ createdAt }) => momentCell(createdAt, dates, true),
      sortable: true,
      tabular: true,
      width: 130,
      minWidth: 1180,
    },
  ];
}

/** Digits of one width would make its hyphens as wide as they are. */
const Phone = styled.span`
  white-space: nowrap;
`;
