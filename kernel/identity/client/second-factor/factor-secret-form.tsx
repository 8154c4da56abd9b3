import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { CodeInput } from '../login/code-input.tsx';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { Field } from '#kernel/client/ui/inputs/field.tsx';
import { Form } from './factor-password-form.tsx';
import { QrPicture } from './qr-picture.tsx';
import { useSingleFieldForm } from './use-single-field-form.ts';

/** What an application for codes reads: as an address for a picture, and as text to type. */
export interface FactorSecret {
  readonly address: string;
  readonly secret: string;
}

interface FactorSecretFormProps {
  readonly secret: FactorSecret;
  readonly onSubmit: (code: string) => Promise<void>;
}

/** Shows the secret, and asks for the first code that the application makes of it. */
export function FactorSecretForm({ secret, onSubmit }: FactorSecretFormProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const field = useSingleFieldForm({ name: 'code', required: t('secondFactor.codeRequired'), onSubmit });
  useEffect(() => input.current?.focus(), []);
  return (
    <Form noValidate onSubmit={field.submit}>
      <p>{t('secondFactor.scan')}</p>
      <QrPicture text={secret.address} label={t('secondFactor.picture')} />
      <div>
        <p>{t('secondFactor.byHand')}</p>
        <Key>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Key>
      </div>
      <Field label={t('secondFactor.code')} required error={field.problem}>
        <CodeInput ref={input} value={field.text} onChange={(event) => field.change(event.target.value)} />
      </Field>
      <div>
        <Button type="submit" variant="primary" loading={field.sending}>
          {t('secondFactor.confirm')}
        </Button>
      </div>
    </Form>
  );
}

const Key = styled.code`
  font-family: ui-monospace, monospace;
  font-size: 14px;
  line-height: 22px;
  user-select: all;
`;
