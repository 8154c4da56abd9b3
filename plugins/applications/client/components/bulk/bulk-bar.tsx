import { useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  announce,
  apiAddress,
  Button,
  FooterBar,
  LinkButton,
  request,
  toastError,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { maxBulk, selectionSchema } from '../../../contract/bulk.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkBarProps, choose, selectionStore, setSelecting } from './selection-store.ts';

/** The number of selected applications, ways to select more, and the actions on them. */
export function BulkBar({ ids, total, query }: BulkBarProps) {
  const t = useText('applications');
  const { ids: chosen } = useSnapshot(selectionStore);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <FooterBar aria-label={t('bulk.bar')}>
        <strong>{t('bulk.chosen', { total: formatNumber(chosen.size) })}</strong>
        <SelectionButtons ids={ids} total={total} query={query} />
        <LinkButton variant="ghost" to="/applications/batches">
          {t('bulk.jobs')}
        </LinkButton>
        <Button variant="primary" disabled={chosen.size === 0} onClick={() => setIsOpen(true)}>
          {t('bulk.chooseAction')}
        </Button>
      </FooterBar>
      {isOpen ? (
        <BulkDialog
          ids={[...chosen]}
          onClose={() => setIsOpen(false)}
          onStarted={() => {
            setIsOpen(false);
            setSelecting(false);
          }}
        />
      ) : null}
    </>
  );
}

/** Buttons that select the page, all applications of the list, or none. */
function SelectionButtons({ ids, total, query }: BulkBarProps) {
  const t = useText('applications');
  const { ids: chosen } = useSnapshot(selectionStore);
  const [busy, setBusy] = useState(false);
  const isPageChosen = ids.length > 0 && ids.every((id) => chosen.has(id));

  function set(next: Iterable<number>): void {
    choose(next);
    announce(t('bulk.chosen', { total: formatNumber(selectionStore.ids.size) }));
  }

  async function chooseAll(): Promise<void> {
    setBusy(true);
    try {
      const response = await request(apiAddress(`applications/selection?${query}`));
      set(selectionSchema.parse(await response.json()).ids);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {isPageChosen ? null : (
        <Button variant="ghost" onClick={() => set([...chosen, ...ids])}>
          {t('bulk.page')}
        </Button>
      )}
      {total > ids.length ? (
        <Button variant="ghost" loading={busy} onClick={() => void chooseAll()}>
          {total > maxBulk
            ? t('bulk.allCapped', { limit: formatNumber(maxBulk) })
            : t('bulk.all', { total: formatNumber(total) })}
        </Button>
      ) : null}
      {chosen.size > 0 ? (
        <Button variant="ghost" onClick={() => set([])}>
          {t('bulk.clear')}
        </Button>
      ) : null}
    </>
  );
}
