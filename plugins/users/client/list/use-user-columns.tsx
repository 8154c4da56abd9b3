import { styled } from 'styled-components';
import {
  momentCell,
  PersonalValue,
  type RecordColumn,
  useCapabilities,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatPhone, fullName } from '#kernel/domain/text/index.ts';
import type { RevealedField, User } from '../../contract.ts';
import { maskedNumber, maskedPassport } from '../shared/numbers.ts';
import { completenessBadge, stateBadge } from '../shared/user-badges.tsx';

/** The columns of the citizens, with masked numbers, since others may see the screen. */
export function useUserColumns(): RecordColumn<User>[] {
  const t = useText('users');
  const dates = useDates();
  const able = useCapabilities('users').includes('users.reveal');
  const secret = (user: User, field: RevealedField, masked: string) =>
    able && masked !== '' ? (
      <PersonalValue
        field={t(`fields.${field}`)}
        masked={masked}
        value={masked}
        reveal={{ path: `users/${user.id}`, field }}
      />
    ) : (
      masked
    );
  return [
    { key: 'name', title: t('fields.name'), cell: fullName, sortable: true, fixed: true, primary: true },
    {
      key: 'phone',
      title: t('fields.phone'),
      cell: ({ phone }) => phone && <Phone>{formatPhone(phone)}</Phone>,
    },
    {
      key: 'personal_number',
      title: t('fields.personal_number'),
      cell: (user) => secret(user, 'personal_number', maskedNumber(user)),
      tabular: true,
    },
    {
      key: 'passport',
      title: t('fields.passport'),
      cell: (user) => secret(user, 'passport', maskedPassport(user)),
      tabular: true,
      minWidth: 1240,
    },
    {
      key: 'birthday',
      title: t('fields.birthday'),
      cell: ({ birthday }) => birthday && dates.date(birthday),
      tabular: true,
      optional: true,
    },
    { key: 'filled', title: t('fields.filled'), cell: (user) => completenessBadge(user, t), minWidth: 1240 },
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

/** Tabular digits would make the hyphens as wide as digits. */
const Phone = styled.span`
  white-space: nowrap;
`;
