import { useState } from 'react';
import { useAdmin, useText } from '#kernel/client/index.ts';
import { Card, Field, TextArea } from '#kernel/client/ui/index.ts';
import { readNote, writeNote } from './note-store.ts';

/** A note for oneself about an application. It stays in this browser, and says so. */
export function PersonalNote({ applicationId }: { readonly applicationId: number }) {
  const t = useText('applications');
  const { id: adminId } = useAdmin();
  const [text, setText] = useState(() => readNote(adminId, applicationId));
  const [saved, setSaved] = useState(false);

  function change(next: string): void {
    setText(next);
    setSaved(writeNote(adminId, applicationId, next));
  }

  return (
    <Card title={t('detail.note')}>
      <Field
        label={t('detail.note')}
        labelHidden
        hint={saved ? `${t('detail.noteSaved')}. ${t('detail.noteHint')}` : t('detail.noteHint')}
      >
        <TextArea
          rows={3}
          maxHeight={320}
          placeholder={t('detail.notePlaceholder')}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
    </Card>
  );
}
