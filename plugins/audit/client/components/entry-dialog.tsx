import { DescriptionList, Dialog, useDates, useText } from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { AuditEntry } from '../../contract.ts';
import { useLabels } from '../data/use-labels.ts';
import { SubjectLinks } from './subject-links.tsx';

interface EntryDialogProps {
  readonly entry: AuditEntry;
  readonly onClose: () => void;
}

/** All details of an entry. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const t = useText('audit');
  const dates = useDates();
  const { actionOf, detailOf } = useLabels();
  const { admin } = entry;
  return (
    <Dialog open onClose={onClose} title={t('entry', { id: entry.id })}>
      <DescriptionList
        items={[
          { label: t('columns.createdAt'), value: dates.dateTime(entry.createdAt) },
          {
            label: t('columns.admin'),
            value: admin ? fullName({ ...admin, father_name: admin.father_name ?? null }) : t('system'),
          },
          { label: t('columns.action'), value: actionOf(entry.action) },
          { label: t('columns.code'), value: <code>{entry.action}</code> },
          { label: t('columns.subject'), value: <SubjectLinks entry={entry} /> },
          { label: t('columns.address'), value: entry.address },
          ...entry.details.map(detailOf),
        ]}
      />
    </Dialog>
  );
}
