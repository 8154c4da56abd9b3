import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import type { HistoryPreview } from '#kernel/records/contract/history.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useDates } from '#kernel/client/dates/use-dates.tsx';
import { ReadView } from '#kernel/client/data/read-view.tsx';
import { useRead } from '#kernel/client/data/use-read.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { Banner, ProblemBanner } from '#kernel/client/ui/feedback/banner.tsx';
import { Skeleton } from '#kernel/client/ui/feedback/skeleton.tsx';
import { Stack } from '#kernel/client/ui/layout/stack.ts';
import { Dialog } from '#kernel/client/ui/overlays/dialog.tsx';
import { historyDocument, previewDocument } from './documents.ts';
import { HistoryFields } from './history-fields.tsx';
import { HistoryList } from './history-list.tsx';
import { useRestore, type Restore } from './use-restore.ts';

interface HistoryDialogProps {
  /** The path of the record's calls, such as `streets/7`. */
  readonly path: string;
  readonly onRestored?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The versions of a record, with a preview before one is restored. */
export function HistoryDialog({ path, onRestored, onClose }: HistoryDialogProps) {
  const t = useText();
  const [page, setPage] = useState(1);
  const read = useRead(historyDocument, { variables: { path, page }, keep: true, policy: 'network-only' });
  const restore = useRestore(path, () => {
    setPage(1);
    void read.refetch();
    onRestored?.();
  });
  if (restore.chosen) return <Preview path={path} restore={restore} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('history.title')}>
      <Stack>
        <Outcome restore={restore} />
        <ReadView read={read} failed={t('history.errorTitle')} skeleton={<Waiting />}>
          {({ history }) => <HistoryList page={history} onPage={setPage} onRestore={restore.choose} />}
        </ReadView>
      </Stack>
    </Dialog>
  );
}

/** The message after a restore, with a button to undo it. */
function Outcome({ restore: { last, problem, isSending, undo } }: { readonly restore: Restore }) {
  const t = useText();
  return (
    <>
      <ProblemBanner>{problem}</ProblemBanner>
      <AnnouncedChange>
        {last === null ? null : (
          <Banner
            tone="completed"
            action={
              last.isUndone ? undefined : (
                <Button size="small" loading={isSending} onClick={() => void undo()}>
                  {t('history.undo')}
                </Button>
              )
            }
          >
            {t(last.isUndone ? 'history.undone' : 'history.restored')}
          </Banner>
        )}
      </AnnouncedChange>
    </>
  );
}

interface PreviewProps {
  readonly path: string;
  readonly restore: Restore;
  readonly onClose: () => void;
}

/** The changes that a restore would make; computed again if the record changes meanwhile. */
function Preview({ path, restore, onClose }: PreviewProps) {
  const t = useText();
  const dates = useDates();
  const { chosen, choose, isSending, isOutdated, problem } = restore;
  const read = useRead(previewDocument, {
    variables: { path, entry: chosen?.id ?? 0 },
    policy: 'network-only',
  });
  const { refetch } = read;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  const preview = read.data?.preview;
  const isSame = preview?.fields.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('history.previewTitle', { at: chosen ? dates.dateTime(chosen.createdAt) : '' })}
      footer={
        <>
          <Button onClick={() => choose(null)} disabled={isSending}>
            {t('records.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={isSending}
            disabled={!preview || isSame || read.refreshing}
            onClick={() => void (preview && restore.restore(preview.version))}
          >
            {t('history.confirm')}
          </Button>
        </>
      }
    >
      <Stack>
        <ProblemBanner>{problem}</ProblemBanner>
        <ReadView read={read} failed={t('history.errorTitle')} skeleton={<Waiting />}>
          {({ preview: { fields, notes } }) =>
            isSame ? (
              <p>{t('history.same')}</p>
            ) : (
              <Changes fields={fields} notes={notes} isOutdated={isOutdated} />
            )
          }
        </ReadView>
      </Stack>
    </Dialog>
  );
}

type ChangesProps = Pick<HistoryPreview, 'fields' | 'notes'> & Pick<Restore, 'isOutdated'>;

function Changes({ fields, notes, isOutdated }: ChangesProps) {
  const t = useText();
  return (
    <>
      <p role={isOutdated ? 'alert' : undefined}>
        {t(isOutdated ? 'history.remoteChange' : 'history.previewText')}
      </p>
      <HistoryFields fields={fields} />
      {notes?.length ? (
        <Banner tone="created">
          {notes.map((note) => (
            <div key={note}>{note}</div>
          ))}
        </Banner>
      ) : null}
    </>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton width="60%" />
      <Skeleton width="90%" />
      <Skeleton width="75%" />
    </>
  );
}

/** Takes no space while it is empty. */
const AnnouncedChange = styled.output`
  display: contents;
`;
