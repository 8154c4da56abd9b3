import { RecordPage, useText } from '#kernel/plugin-api/client.ts';
import { NeighborhoodForm } from '../form/neighborhood-form.tsx';
import { neighborhoodDocument } from '../data/queries.ts';
import { listPath } from '../data/removal.ts';

/** An existing neighbourhood. */
export function EditPage() {
  const t = useText('neighborhoods');
  return (
    <RecordPage
      document={neighborhoodDocument}
      title={t('editTitle')}
      back={{ to: listPath, label: t('menu.title') }}
    >
      {(record) => <NeighborhoodForm record={record} />}
    </RecordPage>
  );
}
