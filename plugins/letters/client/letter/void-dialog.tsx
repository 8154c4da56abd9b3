import {
  ReasonDialog,
  refetchDocuments,
  send,
  toast,
  useDraft,
  useText,
  updateCachedQueries,
} from '#kernel/plugin-api/client.ts';
import type { Letter } from '../../contract.ts';
import { applicationLettersDocument, letterDocument, lettersDocument } from '../data/queries.ts';

const limits = { min: 3, max: 500 } as const;

interface VoidDialogProps {
  readonly letter: Letter;
  readonly onClose: () => void;
}

/** Asks why a letter is declared void. The text is a draft that survives closing. */
export function VoidDialog({ letter, onClose }: VoidDialogProps) {
  const t = useText('letters');
  const draft = useDraft(`applications.letterVoid.${letter.application_id}.${letter.id}`, '');

  async function submit(reason: string, idempotencyKey: string): Promise<null> {
    try {
      showLetter(await send<Letter>('POST', `letters/${letter.id}/void`, { reason }, { idempotencyKey }));
    } catch (error) {
      // Another user may have corrected it.
      void refetchDocuments(lettersDocument, applicationLettersDocument, letterDocument);
      throw error;
    }
    toast.success(t('letter.voided'));
    return null;
  }

  return (
    <ReasonDialog
      draft={draft}
      title={t('letter.voidTitle', { number: letter.number })}
      text={t('letter.voidText')}
      label={t('letter.voidReason')}
      missing={t('letter.voidReasonRequired', limits)}
      minLength={limits.min}
      maxLength={limits.max}
      rows={3}
      submitLabel={t('letter.voidAction')}
      danger
      field="reason"
      onClose={onClose}
      onSubmit={submit}
    />
  );
}

/** Updates a letter in all open views. */
function showLetter(letter: Letter): void {
  const isIt = ({ id }: { readonly id: number }) => Number(id) === Number(letter.id);
  const replaced = (items: readonly Letter[]) => items.map((one) => (isIt(one) ? letter : one));
  updateCachedQueries(lettersDocument, ({ records }) => ({
    records: { ...records, items: replaced(records.items) },
  }));
  updateCachedQueries(applicationLettersDocument, ({ letters }) => ({
    letters: { ...letters, items: replaced(letters.items) },
  }));
  updateCachedQueries(letterDocument, ({ record }) =>
    isIt(record) ? { record: { ...record, ...letter } } : null,
  );
}
