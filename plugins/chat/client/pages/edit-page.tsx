import { RecordPage, useText } from '#kernel/plugin-api/client.ts';
import { EntryForm } from '../entries/entry-form.tsx';
import { listPath } from '../entries/paths.ts';
import { documents } from '../data/queries.ts';

/** An existing entry. */
export function EditPage() {
  const t = useText('chat');
  return (
    <RecordPage
      document={documents.detail}
      title={t('entries.editTitle')}
      back={{ to: listPath, label: t('menu.entries') }}
    >
      {(record) => <EntryForm record={record} />}
    </RecordPage>
  );
}
