import { useState } from 'react';
import {
  ProblemBanner,
  Button,
  Dialog,
  newIdempotencyKey,
  ReadView,
  refetchDocuments,
  type RequestError,
  send,
  Skeleton,
  Stack,
  toast,
  toRequestError,
  useDiscardGuard,
  useRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { personFields, type MergePreview, type PersonField } from '../../contract.ts';
import { citizenDocument, documents, mergePreviewDocument, similarDocument } from '../data/queries.ts';
import { MergeTable } from './merge-table.tsx';

interface MergeDialogProps {
  /** The remaining citizen. */
  readonly id: number;
  /** The citizen merged into them. */
  readonly other: number;
  readonly onClose: () => void;
}

/** Merges two citizens, shown side by side, with a choice for each field. Can be undone. */
export function MergeDialog({ id, other, onClose }: MergeDialogProps) {
  const t = useText('users');
  const read = useRead(mergePreviewDocument, {
    variables: { id: String(id), other: String(other) },
    policy: 'network-only',
  });
  const preview = read.data?.preview;
  const [chosen, setChosen] = useState<Partial<Record<PersonField, boolean>>>({});
  const { sending, failure, merge } = useMerge(id, other, read.refetch, onClose);
  const take = preview ? takenFrom(preview, chosen) : [];
  const mayClose = useDiscardGuard({ isDirty: Object.keys(chosen).length > 0, sending });
  return (
    <Dialog
      open
      onClose={onClose}
      guard={mayClose}
      title={t('merge.title')}
      description={t('merge.text')}
      footer={
        <>
          <Button onClick={() => void mayClose().then((may) => may && onClose())} disabled={sending}>
            {t('merge.cancel')}
          </Button>
          <Button
            variant="primary"
            loading={sending}
            disabled={!preview}
            onClick={() => preview && void merge(preview, take)}
          >
            {t('merge.submit')}
          </Button>
        </>
      }
    >
      <ReadView read={read} failed={t('merge.errorTitle')} skeleton={<Skeleton shape="block" height={280} />}>
        {({ preview: shown }) => (
          <Stack $gap={12}>
            <ProblemBanner>{failure?.text}</ProblemBanner>
            <MergeTable
              preview={shown}
              take={take}
              disabled={sending}
              onChoose={(field, fromOther) => setChosen({ ...chosen, [field]: fromOther })}
            />
            <p>{t('merge.uses', { count: shown.uses['applications'] ?? 0 })}</p>
          </Stack>
        )}
      </ReadView>
    </Dialog>
  );
}

/** The fields taken from the second: those chosen so, and those that the first lacks. */
function takenFrom(
  { remaining, merged }: MergePreview,
  chosen: Readonly<Partial<Record<PersonField, boolean>>>,
): PersonField[] {
  return personFields.filter((field) => {
    if (remaining[field] === merged[field]) return false;
    return chosen[field] ?? (remaining[field] === null && merged[field] !== null);
  });
}

function useMerge(id: number, other: number, reread: () => Promise<void>, onDone: () => void) {
  const t = useText('users');
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [key] = useState(newIdempotencyKey);
  return {
    sending,
    failure,
    async merge({ remaining, merged }: MergePreview, take: readonly PersonField[]): Promise<void> {
      setSending(true);
      setFailure(null);
      const body = {
        merged_id: other,
        remaining_version: remaining.updatedAt,
        merged_version: merged.updatedAt,
        take,
      };
      try {
        // The same choice sent again is the same merge; another choice is a new one.
        await send('POST', `users/${id}/merges`, body, { idempotencyKey: `${key} ${take.join(' ')}` });
        toast.success(t('merge.done'));
        void refetchDocuments(citizenDocument, similarDocument, documents.page);
        onDone();
      } catch (error) {
        setFailure(toRequestError(error));
        setSending(false);
        // One of them was changed: the current versions are compared.
        await reread();
      }
    },
  };
}
