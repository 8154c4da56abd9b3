import { Eye, Info, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  Banner,
  Button,
  ExportMenu,
  IconButton,
  lazyComponent,
  RecordList,
  useRecords,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { AuditEntry } from '../../contract.ts';
import { useEntryColumns } from '../components/use-entry-columns.tsx';
import { entryFilters, useEntryFilters } from '../components/use-entry-filters.tsx';
import { entriesDocument } from '../data/queries.ts';

const entryDialog = lazyComponent(async () => (await import('../components/entry-dialog.tsx')).EntryDialog);
const verifyDialog = lazyComponent(
  async () => (await import('../components/verify-dialog.tsx')).VerifyDialog,
);

/** The audit log: who did or saw what, when and from where; `?citizen=` and `?admin=` filter it. */
export function ListPage() {
  const t = useText('audit');
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const [isVerifying, setIsVerifying] = useState(false);
  const records = useRecords({
    name: 'audit',
    document: entriesDocument,
    filters: entryFilters,
    sort: { key: 'createdAt', direction: 'down' },
  });
  const { citizen } = records.list.filters;
  const name = citizen === '' ? null : nameOfCitizen(records.page?.items ?? [], Number(citizen));
  return (
    <>
      <RecordList
        records={records}
        title={t('title')}
        columns={useEntryColumns()}
        filters={useEntryFilters(name)}
        emptyText={t('emptyText')}
        note={citizen === '' ? null : <CitizenNote id={citizen} name={name ?? `№ ${citizen}`} />}
        tools={
          <>
            <Button icon={<ShieldCheck />} onClick={() => setIsVerifying(true)}>
              {t('verify.action')}
            </Button>
            <ExportMenu path="audit/export" query={records.list.toQueryString()} fixedOrder />
          </>
        }
        nameOf={({ id }) => t('entry', { id })}
        onOpen={setOpen}
        renderActions={(entry) => (
          <IconButton
            size="small"
            label={t('open', { id: entry.id })}
            icon={<Info />}
            onClick={() => setOpen(entry)}
          />
        )}
      />
      {open ? <entryDialog.Component entry={open} onClose={() => setOpen(null)} /> : null}
      {isVerifying ? <verifyDialog.Component onClose={() => setIsVerifying(false)} /> : null}
    </>
  );
}

/** Explains which entries about a citizen are listed, and which are not. */
function CitizenNote({ id, name }: { readonly id: string; readonly name: string }) {
  const t = useText('audit');
  return (
    <Banner tone="created" icon={<Eye />}>
      {t('citizen.about', { name })} <PageLink to={`/users/${id}`}>{t('citizen.openPage')}</PageLink>
    </Banner>
  );
}

/** The citizen's name, if an entry on the page has it; it is not fetched, since that would add an entry. */
function nameOfCitizen(entries: readonly AuditEntry[], citizenId: number): string | null {
  const subjects = entries.flatMap((entry) => (entry.subject_type === 'user' ? entry.subjects : []));
  return subjects.find(({ id }) => Number(id) === citizenId)?.title ?? null;
}

const PageLink = styled(Link)`
  color: inherit;
  text-decoration: underline;
`;
