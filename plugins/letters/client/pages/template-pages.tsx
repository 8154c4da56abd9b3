import { RecordPage, useText } from '#kernel/plugin-api/client.ts';
import { templatesPath } from '../letter/paths.ts';
import { templateDocument } from '../data/queries.ts';
import { TemplateForm } from '../templates/template-form.tsx';

/** A new template. */
export function AddPage() {
  return <TemplateForm record={null} />;
}

/** An existing template. */
export function EditPage() {
  const t = useText('letters');
  return (
    <RecordPage
      document={templateDocument}
      title={t('templates.editTitle')}
      back={{ to: templatesPath, label: t('menu.templates') }}
    >
      {(record) => <TemplateForm record={record} />}
    </RecordPage>
  );
}
