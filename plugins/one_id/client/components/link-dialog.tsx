import { useId, useState, type FormEvent } from 'react';
import {
  Button,
  Dialog,
  Field,
  PasswordInput,
  send,
  submitOnCtrlEnter,
  toRequestError,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { LinkBody } from '../../contract.ts';

/** Asks for the password, and goes to OneID: a link is another way in, and an open desk must not lay one. */
export function LinkDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText('one_id');
  const form = useId();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (password === '') return setProblem(t('dialog.required'));
    setSending(true);
    try {
      const body: LinkBody = { password };
      const { address } = await send<{ address: string }>('POST', 'oneid/link', body);
      location.assign(address);
    } catch (error) {
      const { fields, text } = toRequestError(error);
      setProblem(fields['password'] ?? text);
      setSending(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={() => !sending}
      title={t('dialog.title')}
      description={t('dialog.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={sending}>
            {t('dialog.submit')}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the whole form */}
      <form id={form} noValidate onSubmit={(event) => void submit(event)} onKeyDown={submitOnCtrlEnter}>
        <Field label={t('dialog.password')} required error={problem}>
          <PasswordInput
            value={password}
            maxLength={200}
            onChange={(event) => {
              setPassword(event.target.value);
              setProblem('');
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
