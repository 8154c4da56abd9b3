import { useText } from '#kernel/client/index.ts';
import { RecordPage } from '#kernel/records/client/index.ts';
import { HouseholdForm } from '../components/form/household-form.tsx';
import { householdDocument } from '../queries.ts';
import { listPath } from '../components/shared/use-removal.ts';

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
