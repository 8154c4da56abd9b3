import { useState } from 'react';
import type { RestoredRecord, HistoryEntry } from '#kernel/records/contract/history.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { ReadView } from '#kernel/client/data/read-view.tsx';
import { toRequestError } from '#kernel/client/data/request-error.ts';
import { newIdempotencyKey, send } from '#kernel/client/data/send.ts';
import { useRead } from '#kernel/client/data/use-read.ts';
import { ProblemBanner } from '#kernel/client/ui/feedback/banner.tsx';
import { Skeleton } from '#kernel/client/ui/feedback/skeleton.tsx';
import { toast } from '#kernel/client/ui/feedback/toast-store.ts';
import { Stack } from '#kernel/client/ui/layout/stack.ts';
import { confirm } from '#kernel/client/ui/overlays/confirm-store.ts';
import { Dialog } from '#kernel/client/ui/overlays/dialog.tsx';
import { deletedDocument } from './documents.ts';
import { HistoryList } from './history-list.tsx';

interface DeletedDialogProps {
  /** The path of the records, such as `neighborhoods`. */
  readonly path: string;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** The dialog of deleted records, each with its values and a button that restores it. */
export function DeletedDialog({ path, onBack, onClose }: DeletedDialogProps) {
  const t = useText();
  const [page, setPage] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const read = useRead(deletedDocument, { variables: { path, page }, keep: true, policy: 'network-only' });

  async function restoreDeleted({ id }: HistoryEntry): Promise<void> {
    setProblem(null);
    // Reused when the same restore is retried.
    const idempotencyKey = newIdempotencyKey();
    try {
      const done = await confirm({
        title: t('history.restoreDeletedTitle'),
        text: t('history.restoreDeletedText'),
        confirmLabel: t('history.confirm'),
        action: () =>
          send<RestoredRecord>('POST', `${path}/deleted/${id}/restore`, undefined, { idempotencyKey }),
      });
      if (!done) return;
      toast.success(t('history.restoreDeletedDone'));
      setPage(1);
      onBack();
    } catch (error) {
      const { text, fields } = toRequestError(error);
      setProblem([...new Set([text, ...Object.values(fields)])].join(' '));
    }
    await read.refetch();
  }

  return (
    <Dialog open onClose={onClose} title={t('history.deletedTitle')}>
      <Stack>
        <ProblemBanner>{problem}</ProblemBanner>
        <ReadView read={read} failed={t('history.errorTitle')} skeleton={<Waiting />}>
          {({ deleted }) => (
            <HistoryList
              page={deleted}
              onPage={setPage}
              restoreLabel={t('history.restoreDeleted')}
              empty={{ title: t('history.deletedEmpty'), text: t('history.deletedEmptyText') }}
              onRestore={(entry) => void restoreDeleted(entry)}
            />
          )}
        </ReadView>
      </Stack>
    </Dialog>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton width="60%" />
      <Skeleton width="90%" />
    </>
  );
}
