import { CircleAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import {
  Banner,
  Button,
  Dialog,
  Field,
  refetchDocuments,
  Stack,
  submitOnCtrlEnter,
  TextArea,
  toast,
  useDraft,
  useMutate,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Letter } from '../../contract.ts';
import { caseLettersDocument, letterDocument, lettersDocument } from '../queries.ts';
import { showLetter } from './show-letter.ts';

const limits = { least: 3, most: 500 } as const;

interface VoidDialogProps {
  readonly letter: Letter;
  readonly onClose: () => void;
}

/** Asks why a letter is declared void. Closing it forgets nothing: the words are a draft. */
export function VoidDialog({ letter, onClose }: VoidDialogProps) {
  const t = useText('letters');
  const kernel = useText();
  const draft = useDraft(`letters.void.${letter.id}`, '');
  const { run, sending, error } = useMutate<Letter>({ quiet: true });
  const [left, setLeft] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const reason = draft.value.trim();
  const isWrong = reason.length < limits.least || reason.length > limits.most;
  const form = `void-${letter.id}`;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending) return;
    if (isWrong) {
      setLeft(true);
      area.current?.focus();
      return;
    }
    const done = await run('POST', `letters/${letter.id}/void`, { reason });
    if (!done) {
      // Somebody else may have corrected it meanwhile.
      void refetchDocuments(lettersDocument, caseLettersDocument, letterDocument);
      return;
    }
    showLetter(done);
    await draft.clear();
    toast.success(t('letter.voided'));
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={() => !sending}
      initialFocus={area}
      title={t('letter.voidTitle', { number: letter.number })}
      description={t('letter.voidText')}
      footer={
        <>
          <Button onClick={onClose} disabled={sending}>
            {kernel('ui.cancel')}
          </Button>
          <Button variant="danger" type="submit" form={form} loading={sending}>
            {t('letter.voidAction')}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={12} id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('letter.voidReason')}
          required
          error={left && isWrong ? t('letter.voidReasonRequired', limits) : undefined}
          counter={{ used: draft.value.length, max: limits.most }}
        >
          <TextArea
            ref={area}
            rows={3}
            readOnly={sending}
            value={draft.value}
            onChange={(event) => draft.setValue(event.target.value)}
            onBlur={() => setLeft(true)}
            onKeyDown={submitOnCtrlEnter}
          />
        </Field>
        {error ? (
          <Banner tone="rejected" role="alert" icon={<CircleAlert />}>
            {error.fields['reason'] ?? error.text}
          </Banner>
        ) : null}
      </Stack>
    </Dialog>
  );
}
