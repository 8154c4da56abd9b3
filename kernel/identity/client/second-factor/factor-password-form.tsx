import { styled } from 'styled-components';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { Field } from '#kernel/client/ui/inputs/field.tsx';
import { PasswordInput } from '#kernel/client/ui/inputs/password-input.tsx';
import { useSingleFieldForm } from './use-single-field-form.ts';

interface FactorPasswordFormProps {
  readonly onSubmit: (password: string) => Promise<void>;
}

/** Asks for the password once more: an open desk must not lay a second factor of somebody else's. */
export function FactorPasswordForm({ onSubmit }: FactorPasswordFormProps) {
  const t = useText();
  const field = useSingleFieldForm({
    name: 'password',
    required: t('secondFactor.passwordRequired'),
    onSubmit,
  });
  return (
    <Form noValidate onSubmit={field.submit}>
      <p>{t('secondFactor.lead')}</p>
      <Field label={t('secondFactor.password')} required error={field.problem}>
        <PasswordInput
          value={field.text}
          maxLength={200}
          onChange={(event) => field.change(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" loading={field.sending}>
          {t('secondFactor.begin')}
        </Button>
      </div>
    </Form>
  );
}

/** The forms of a second factor, one under another. */
export const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--s4);

  p {
    color: var(--text-2);
  }
`;
