import { type RecordColumn, useDates, useText } from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { AuditEntry } from '../../contract.ts';
import { useLabels } from '../data/use-labels.ts';
import { SubjectLink } from './subject-links.tsx';

/** The columns of the audit log. */
export function useEntryColumns(): RecordColumn<AuditEntry>[] {
  const t = useText('audit');
  const dates = useDates();
  const { actionOf, detailOf } = useLabels();
  return [
    {
      key: 'createdAt',
      title: t('columns.createdAt'),
      cell: ({ createdAt }) => dates.dateTime(createdAt),
      sortable: true,
      fixed: true,
      tabular: true,
      width: 150,
    },
    {
      key: 'admin',
      title: t('columns.admin'),
      cell: ({ admin }) => (admin ? fullName({ ...admin, father_name: null }) : t('system')),
      width: 210,
    },
    {
      key: 'action',
      title: t('columns.action'),
      cell: ({ action }) => actionOf(action),
      fixed: true,
      primary: true,
    },
    {
      key: 'subject',
      title: t('columns.subject'), // As inline text, where a link is as high as its line.
      cell: (entry) => (
        <span>
          <SubjectLink entry={entry} />
        </span>
      ),
    },
    {
      key: 'details',
      title: t('columns.details'),
      cell: ({ details }) =>
        details
          .map(detailOf)
          .map(({ label, value }) => `${label}: ${value}`)
          .join('; '),
      truncate: true,
      minWidth: 1300,
    },
    {
      key: 'address',
      title: t('columns.address'),
      cell: ({ address }) => address,
      tabular: true,
      width: 140,
      minWidth: 1100,
    },
  ];
}
