import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useForm, type UseFormRegister, type UseFormReturn } from 'react-hook-form';
import { styled } from 'styled-components';
import { send, toast, toRequestError, useAdmin, useText } from '#kernel/client/index.ts';
import { Button, Field, PasswordInput, submitOnCtrlEnter, TextInput } from '#kernel/client/ui/index.ts';
import { passwordLength } from '#kernel/identity/contract/password-length.ts';
import { useHasPasskeys } from '../passkeys/use-passkeys.ts';
import { useOwnFactors, type OwnFactors } from '../second-factor/use-proof.ts';
import { accountPath } from '../session/sign-in-methods.ts';
import { PasswordStrength } from './password-strength.tsx';

interface PasswordFields {
  old_password: string;
  password: string;
  repeat: string;
  code: string;
}

const blank: PasswordFields = { old_password: '', password: '', repeat: '', code: '' };

interface PasswordFormProps {
  /** The label of the current password's field. */
  readonly oldLabel?: string | undefined;
  readonly onDone?: (() => void) | undefined;
  /** Whether it is the only form on the page; then its first field is focused. */
  readonly alone?: boolean | undefined;
}

/** The form that changes the user's own password, which ends all their other sessions. */
export function PasswordForm({ oldLabel, onDone, alone = false }: PasswordFormProps) {
  const t = useText();
  const { login } = useAdmin();
  const form = useForm<PasswordFields>({ defaultValues: blank, mode: 'onTouched' });
  const { register, handleSubmit, setFocus, watch, getValues, formState } = form;
  const { errors, isSubmitting } = formState;
  const { ways, submit } = usePasswordChange(form, onDone);

  useEffect(() => {
    if (alone) setFocus('old_password');
  }, [alone, setFocus]);

  /** Reports a mismatch of the new password and its repetition, even if other fields are missing or invalid. */
  function showProblems(): void {
    if (!isRepeated(getValues())) toast.error(t('password.differ'));
  }

  return (
    <Form
      noValidate
      onSubmit={(event) => void handleSubmit(submit, showProblems)(event)}
      onKeyDown={submitOnCtrlEnter}
    >
      {/* Lets the browser's password manager store the password under the login. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <Field label={oldLabel ?? t('password.old')} required error={errors.old_password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...register('old_password', { required: t('password.oldRequired') })}
        />
      </Field>
      <Field label={t('password.new')} required hint={t('password.rule')} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules(t))} />
      </Field>
      <PasswordStrength password={watch('password')} login={login} />
      <Field label={t('password.repeat')} required error={errors.repeat?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...register('repeat', {
            required: t('password.repeatRequired'),
            validate: (repeat) => repeat === getValues('password') || t('password.differ'),
          })}
        />
      </Field>
      {ways?.code ? <CodeField ways={ways} problem={errors.code?.message} register={register} /> : null}
      <div>
        <Button type="submit" variant="primary" loading={isSubmitting} onMouseDown={keepFieldFocus}>
          {t('password.submit')}
        </Button>
      </div>
    </Form>
  );
}

/** Changes the password with the ways to prove identity; a rejection focuses its field. */
function usePasswordChange(
  { reset, setError, setFocus }: UseFormReturn<PasswordFields>,
  onDone: PasswordFormProps['onDone'],
) {
  const t = useText();
  const [ways, readFactorsAgain] = useFreshFactors();
  const sending = useRef(false);

  async function submit({ old_password, password, code }: PasswordFields): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    try {
      await sendPassword({ old_password, password, ...(await proveFactor(ways, code)) });
      reset(blank);
      toast.success(t('password.done'));
      onDone?.();
    } catch (error) {
      readFactorsAgain();
      const { field, message } = problemOf(error);
      if (field) {
        setError(field, { message });
        setFocus(field);
      }
      toast.error(message);
    } finally {
      sending.current = false;
    }
  }

  return { ways, submit };
}

/**
 * Reads the ways to prove identity; a rejection reads them again, since a factor may have been added since. A server
 * without passkeys requires only the old password.
 */
function useFreshFactors() {
  const [attempt, setAttempt] = useState(0);
  return [useOwnFactors(attempt, useHasPasskeys()), () => setAttempt((count) => count + 1)] as const;
}

interface CodeFieldProps {
  readonly ways: OwnFactors;
  readonly problem: string | undefined;
  readonly register: UseFormRegister<PasswordFields>;
}

/** The code of a second factor; optional if the user has a passkey too. */
function CodeField({ ways, problem, register }: CodeFieldProps) {
  const t = useText();
  return (
    <Field
      label={t('secondFactor.anyCode')}
      required={!ways.passkey}
      hint={ways.passkey ? t('passkeys.orPasskey') : undefined}
      error={problem}
    >
      <TextInput
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        {...register('code', {
          validate: (code) => ways.passkey || code.trim() !== '' || t('secondFactor.anyCodeRequired'),
        })}
      />
    </Field>
  );
}

/** Returns the fields that prove the second factor: the typed code, else a passkey, else none. */
async function proveFactor(ways: OwnFactors | null, code: string): Promise<object> {
  if (ways?.code && code.trim() !== '') return { code };
  if (!ways?.passkey) return {};
  const { proveByPasskey } = await import('../passkeys/ceremony.ts');
  return { passkey: await proveByPasskey() };
}

function sendPassword(body: object): Promise<unknown> {
  return send('PUT', accountPath('admin/password'), body);
}

function isRepeated({ password, repeat }: PasswordFields): boolean {
  return password !== '' && password === repeat;
}

function newPasswordRules(t: ReturnType<typeof useText>) {
  return {
    required: t('password.newRequired'),
    validate: (password: string) =>
      Array.from(password).length >= passwordLength.min || t('errors.password_too_short'),
    deps: 'repeat' as const,
  };
}

/** The error of the server and its field. */
function problemOf(error: unknown) {
  const { fields, text } = toRequestError(error);
  const field = (['old_password', 'password', 'code'] as const).find((name) => fields[name] !== undefined);
  return { field, message: (field && fields[field]) ?? fields['passkey'] ?? text };
}

/**
 * Prevents the blur: its error message would move the button away from under the pointer, so that the click would miss
 * it.
 */
function keepFieldFocus(event: MouseEvent): void {
  event.preventDefault();
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--s4);
  max-width: 420px;
`;
