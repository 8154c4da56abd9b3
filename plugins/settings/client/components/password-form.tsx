import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { styled } from 'styled-components';
import type { PasswordBody } from '#plugins/admins/contract.ts';
import { send, toRequestError, toast, useText } from '#kernel/client/index.ts';
import { Button, Card, Field, PasswordInput } from '#kernel/client/ui/index.ts';

interface PasswordFields {
  old_password: string;
  password: string;
  repeat: string;
}

const blank: PasswordFields = { old_password: '', password: '', repeat: '' };

/** Changes one's own password; every other session of the admin ends with it. */
export function PasswordForm() {
  const t = useText('settings');
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, reset, setError, setFocus, watch, formState } = useForm<PasswordFields>({
    defaultValues: blank,
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;

  async function submit({ old_password, password }: PasswordFields) {
    setFailure(null);
    try {
      await send('PUT', 'admins/admin/password', { old_password, password } satisfies PasswordBody);
      reset(blank);
      toast.success(t('password.done'));
    } catch (error) {
      const { fields, text } = toRequestError(error);
      const [wrong] = (['old_password', 'password'] as const).filter((name) => fields[name] !== undefined);
      if (wrong) {
        setError(wrong, { message: fields[wrong] ?? text });
        setFocus(wrong);
      } else setFailure(text);
    }
  }

  return (
    <Card title={t('password.title')}>
      <Form noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Field label={t('password.old')} required error={errors.old_password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register('old_password', { required: t('password.oldRequired') })}
          />
        </Field>
        <Field label={t('password.new')} required hint={t('password.rule')} error={errors.password?.message}>
          <PasswordInput
            autoComplete="new-password"
            {...register('password', { required: t('password.newRequired'), deps: 'repeat' })}
          />
        </Field>
        <Field label={t('password.repeat')} required error={errors.repeat?.message}>
          <PasswordInput
            autoComplete="new-password"
            {...register('repeat', {
              required: t('password.repeatRequired'),
              validate: (repeat) => repeat === watch('password') || t('password.differ'),
            })}
          />
        </Field>
        {failure === null ? null : <Failure role="alert">{failure}</Failure>}
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('password.submit')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--s4);
  max-width: 420px;
`;

const Failure = styled.p`
  margin: 0;
  color: var(--rejected);
`;
