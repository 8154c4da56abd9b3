import { useState, type FormEvent } from 'react';
import {
  Button,
  Card,
  EmptyState,
  Field,
  PageHeader,
  PageTitle,
  ReadView,
  RelativeTime,
  SlotView,
  Stack,
  TextInput,
  useMutate,
  useRead,
  useText,
} from '@komak/plugin-api/client';
import { noteSlot, type Note } from '../contract.ts';
import { notesDocument } from './queries.ts';

/** The notes, newest first, and a field for a new one. */
export function ListPage() {
  const t = useText('eslatma');
  const read = useRead(notesDocument);
  return (
    <Stack>
      <PageTitle>{t('menu.list')}</PageTitle>
      <PageHeader title={t('menu.list')} />
      <NewNote onAdded={() => void read.refetch()} />
      <ReadView read={read} failed={t('list.failed')}>
        {({ notes }) =>
          notes.length === 0 ? <EmptyState title={t('list.empty')} /> : <Notes notes={notes} />
        }
      </ReadView>
    </Stack>
  );
}

function Notes({ notes }: { readonly notes: readonly Note[] }) {
  return notes.map((note) => (
    <Card key={note.id}>
      <p>{note.text}</p>
      <RelativeTime at={note.createdAt} />
      <SlotView slot={noteSlot} note={note} />
    </Card>
  ));
}

function NewNote({ onAdded }: { readonly onAdded: () => void }) {
  const t = useText('eslatma');
  const [text, setText] = useState('');
  const { run, sending } = useMutate<Note>();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // On failure the typed text stays, and the reason is shown.
    if ((await run('POST', 'eslatma', { text })) === null) return;
    setText('');
    onAdded();
  }

  return (
    <Card>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Field label={t('form.text')} required>
            <TextInput value={text} maxLength={500} onChange={({ target }) => setText(target.value)} />
          </Field>
          <div>
            <Button type="submit" disabled={text.trim() === '' || sending}>
              {t('form.add')}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
