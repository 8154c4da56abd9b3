import { Printer } from 'lucide-react';
import { useState } from 'react';
import {
  ExportMenu,
  IconButton,
  lazyComponent,
  RecordList,
  useOneTimeParam,
  useRecords,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Letter } from '../../contract.ts';
import { useLetterPages } from '../letter/use-pages.ts';
import { lettersDocument } from '../data/queries.ts';
import { useLetterColumns } from '../register/use-letter-columns.tsx';
import { letterFilters, useLetterFilters } from '../register/use-letter-filters.tsx';

const letterDialog = lazyComponent(async () => (await import('../letter/letter-dialog.tsx')).LetterDialog);

/** The register of outgoing letters. The search opens a letter by `?open=<id>`. */
export function RegisterPage() {
  const t = useText('letters');
  const pages = useLetterPages();
  const [open, setOpen] = useState<number | null>(null);
  useOneTimeParam('open', (id) => /^\d{1,15}$/.test(id) && setOpen(Number(id)));
  const records = useRecords({
    name: 'letters',
    document: lettersDocument,
    filters: letterFilters,
    sort: { key: 'number', direction: 'down' },
  });
  const nameOf = ({ number }: Letter) => t('letter.title', { number });
  return (
    <>
      <RecordList
        records={records}
        title={t('menu.list')}
        columns={useLetterColumns()}
        searchLabel={t('register.search')}
        filters={useLetterFilters()}
        emptyText={t('register.emptyText')}
        tools={<ExportMenu path="letters/export" query={records.list.toQueryString()} fixedOrder />}
        nameOf={nameOf}
        onOpen={({ id }) => setOpen(Number(id))}
        renderActions={(letter) => (
          <IconButton
            size="small"
            label={t('register.print', { number: letter.number })}
            icon={<Printer />}
            onClick={() => void pages.print(letter.file)}
          />
        )}
        isMuted={({ status }) => status !== 'issued'}
      />
      {open === null ? null : (
        <letterDialog.Component key={open} id={open} onShow={setOpen} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
