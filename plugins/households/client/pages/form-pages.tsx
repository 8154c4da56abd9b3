import { HouseholdForm } from '../components/form/household-form.tsx';
import { RecordPage, useText } from '#kernel/plugin-api/client.ts';
import { householdDocument } from '../data/queries.ts';
import { listPath } from '../components/shared/use-address.ts';

/** A new household. */
export function AddPage() {
  return <HouseholdForm record={null} />;
}

/** An existing household. */
export function EditPage() {
  const t = useText('households');
  return (
    <RecordPage
      document={householdDocument}
      title={t('form.editTitle')}
      back={{ to: listPath, label: t('menu.title') }}
    >
      {(record) => <HouseholdForm record={record} />}
    </RecordPage>
  );
}
