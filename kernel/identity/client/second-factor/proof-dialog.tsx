import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { toRequestError, useText } from '#kernel/client/index.ts';
import {
  Button,
  Dialog,
  Field,
  PasswordInput,
  Stack,
  submitOnCtrlEnter,
  TextInput,
} from '#kernel/client/ui/index.ts';

/** A proof of identity: a password or a code. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

interface ProofDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly submit: string;
  readonly danger?: boolean | undefined;
  readonly onSubmit: (proof: Proof) => Promise<void>;
  readonly onClose: () => void;
}

const blank: Proof = { password: '', code: '' };

/** Asks for the password and a code, before what an unattended screen must not allow. */
export function ProofDialog({ title, text, submit, danger = false, onSubmit, onClose }: ProofDialogProps) {
  const t = useText();
  const form = useId();
  const [proof, setProof] = useState<Proof>(blank);
  const [problems, setProblems] = useState<Proof>(blank);
  const [sending, setSending] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = {
      password: proof.password === '' ? t('secondFactor.passwordRequired') : '',
      code: proof.code.trim() === '' ? t('secondFactor.anyCodeRequired') : '',
    };
    setProblems(missing);
    if (sending || missing.password || missing.code) return;
    setSending(true);
    try {
      await onSubmit(proof);
    } catch (error) {
      const { fields, text: why } = toRequestError(error);
      const { password = '', code = '' } = fields;
      setProblems({ password, code: code || (password ? '' : why) });
      setSending(false);
    }
  }

  function change(field: keyof Proof, value: string): void {
    setProof({ ...proof, [field]: value });
    setProblems({ ...problems, [field]: '' });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={() => !sending}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{t('secondFactor.cancel')}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} loading={sending}>
            {submit}
          </Button>
        </>
      }
    >
      <Stack
        as="form"
        id={form}
        noValidate
        onSubmit={(event) => void send(event)}
        onKeyDown={submitOnCtrlEnter}
      >
        <Field label={t('secondFactor.password')} required error={problems.password}>
          <PasswordInput
            value={proof.password}
            maxLength={200}
            onChange={(event) => change('password', event.target.value)}
          />
        </Field>
        <Field label={t('secondFactor.anyCode')} required error={problems.code}>
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            value={proof.code}
            onChange={(event) => change('code', event.target.value)}
          />
        </Field>
      </Stack>
    </Dialog>
  );
}
