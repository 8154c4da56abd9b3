import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import { styled } from 'styled-components';
import {
  toast,
  toastError,
  toRequestError,
  useDeployment,
  useSession,
  useText,
} from '#kernel/client/index.ts';
import {
  Banner,
  ProblemBanner,
  Button,
  Field,
  PasswordInput,
  TextInput,
  Stack,
  Divider,
  lazyComponent,
} from '#kernel/client/ui/index.ts';
import type { SecondStep } from '#kernel/contract/http/session.ts';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { usePasskeys } from '../passkeys/use-passkeys.ts';
import { signIn } from '../session/session-lifecycle.ts';
import { clearToasts } from '#kernel/client/ui/feedback/toast-store.ts';
import { signInMethods } from '../session/sign-in-methods.ts';
import { SignInButton } from './sign-in-button.tsx';

interface LoginFormProps {
  /** A further error, such as an expired second step. */
  readonly problem?: string | undefined;
  /** Called with every change of a field. */
  readonly onInput: () => void;
  readonly onSecondStep: (step: SecondStep) => void;
}

/** The login form, with the reason why the last session ended and the sign-in error. */
export function LoginForm({ problem, onInput, onSecondStep }: LoginFormProps) {
  const t = useText();
  const { demo } = useDeployment();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { sending, rejection, setRejection, signInAs } = useSignIn(onSecondStep, () =>
    passwordInput.current?.select(),
  );
  const loginInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  useEffect(() => loginInput.current?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    clearToasts();
    setRejection('');
    const missing = login.trim() === '' ? loginInput : password === '' ? passwordInput : null;
    if (missing || sending) {
      missing?.current?.focus();
      return;
    }
    await signInAs(login.trim(), password);
  }

  /** Fills in a demonstration login with its password and signs in. */
  function pick(name: string): void {
    if (!demo || sending) return;
    onInput();
    clearToasts();
    setLogin(name);
    setPassword(demo.password);
    void signInAs(name, demo.password);
  }

  return (
    <Stack as="form" noValidate onSubmit={(event) => void submit(event)} onInput={onInput}>
      <ProblemBanner>{problem}</ProblemBanner>
      <EndOfSession />
      <LoginField ref={loginInput} tried={tried} value={login} onChange={setLogin} />
      <PasswordField
        ref={passwordInput}
        tried={tried}
        rejection={rejection}
        value={password}
        onChange={(value) => {
          setPassword(value);
          setRejection('');
        }}
      />
      <Button type="submit" variant="primary" size="large" wide loading={sending}>
        {t('login.submit')}
      </Button>
      <OtherSignInMethods onSecondStep={onSecondStep} />
      {demo ? <demoLogins.Component demo={demo} isBusy={sending} onPick={pick} /> : null}
    </Stack>
  );
}

interface CredentialProps {
  readonly ref: Ref<HTMLInputElement>;
  /** Whether the form was submitted, so that a missing value is an error. */
  readonly tried: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function LoginField({ ref, tried, value, onChange }: CredentialProps) {
  const t = useText();
  return (
    <Field
      label={t('login.login')}
      error={tried && value.trim() === '' ? t('login.loginRequired') : undefined}
    >
      <TextInput
        ref={ref}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

interface PasswordFieldProps extends CredentialProps {
  readonly rejection: string;
}

function PasswordField({ ref, tried, rejection, value, onChange }: PasswordFieldProps) {
  const t = useText();
  return (
    <Field
      label={t('login.password')}
      error={tried && value === '' ? t('login.passwordRequired') : rejection}
    >
      <PasswordInput
        ref={ref}
        name="password"
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** The sign-in methods without a password. */
function OtherSignInMethods({ onSecondStep }: Pick<LoginFormProps, 'onSecondStep'>) {
  const t = useText();
  const passkeys = usePasskeys();
  return (
    <>
      {signInMethods.length > 0 || passkeys ? <Or>{t('login.or')}</Or> : null}
      {passkeys ? <PasskeyButton /> : null}
      {signInMethods.map((way) => (
        <SignInButton key={way.plugin} way={way} onSecondStep={onSecondStep} />
      ))}
    </>
  );
}

/** Signs in or shows the error; a failure also calls `onRejection`. */
function useSignIn(onSecondStep: (step: SecondStep) => void, onRejection: () => void) {
  const t = useText();
  const [rejection, setRejection] = useState('');
  const [sending, setSending] = useState(false);

  async function signInAs(login: string, password: string): Promise<void> {
    setSending(true);
    setRejection('');
    try {
      const step = await signIn(login, password);
      if (step) onSecondStep(step);
      else toast.success(t('login.done'));
    } catch (error) {
      setRejection(toRequestError(error).text);
      toastError(error);
      setSending(false);
      onRejection();
    }
  }

  return { sending, rejection, setRejection, signInAs };
}

const demoLogins = lazyComponent(async () => (await import('./demo-logins.tsx')).DemoLogins);

/** Why the last session ended; empty if the user signed out. */
function EndOfSession() {
  const t = useText();
  const { end } = useSession();
  return end === null || end === 'left' ? null : (
    <Banner role="alert" tone="accepted">
      {t(`login.ends.${end}`)}
    </Banner>
  );
}

const Or = styled(Divider)`
  gap: 12px;
  color: var(--text-3);
  font-size: 12.5px;
`;
