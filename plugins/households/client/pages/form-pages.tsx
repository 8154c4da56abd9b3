import { HouseholdForm } from '../components/form/household-form.tsx';
import { useText } from '#kernel/client/index.ts';
import { RecordPage } from '#kernel/records/client/index.ts';
import { householdDocument } from '../queries.ts';
import { listPath } from '../components/shared/use-address.ts';

/** A new household. */
export function AddPage() {
  return <HouseholdForm record={null} />;
}

/** A household that is there already. */
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
