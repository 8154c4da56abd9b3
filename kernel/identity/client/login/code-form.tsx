import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { toast, toastError, toRequestError, useText } from '#kernel/client/index.ts';
import { Button, Field, TextInput, Stack } from '#kernel/client/ui/index.ts';
import { signInWithCode } from '../session/session-lifecycle.ts';
import { clearToasts } from '#kernel/client/ui/feedback/toast-store.ts';

interface CodeFormProps {
  readonly ticket: string;
  /** An alternative that is shown above the form. */
  readonly beside?: ReactNode;
  /** Goes back to login and password, with the reason if there is one. */
  readonly onBack: (cause?: string) => void;
}

/** The second step of a sign-in: a code of the authenticator application, or a recovery code. */
export function CodeForm({ ticket, beside, onBack }: CodeFormProps) {
  const t = useText();
  const [isRecovery, setIsRecovery] = useState(false);
  const { code, change, problem, sending, attempt, focusAgain, submit } = useCodeSignIn(ticket, onBack);
  return (
    <>
      <h1>{t('login.code.title')}</h1>
      <Introduction>{t(isRecovery ? 'login.code.recoveryLead' : 'login.code.lead')}</Introduction>
      {beside}
      <Stack as="form" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t(isRecovery ? 'login.code.recoveryLabel' : 'login.code.label')} error={problem}>
          <Typed key={attempt} isRecovery={isRecovery} value={code} onChange={change} />
        </Field>
        <Button type="submit" variant="primary" size="large" wide loading={sending}>
          {t('login.code.submit')}
        </Button>
        <Stack $gap={4}>
          <Button
            variant="ghost"
            wide
            onClick={() => {
              change('');
              setIsRecovery(!isRecovery);
              focusAgain();
            }}
          >
            {t(isRecovery ? 'login.code.toApplication' : 'login.code.toRecovery')}
          </Button>
          <Button variant="ghost" wide onClick={() => onBack()}>
            {t('login.code.back')}
          </Button>
        </Stack>
      </Stack>
    </>
  );
}

/** The typed code and its submission; an expired sign-in goes back. */
function useCodeSignIn(ticket: string, onBack: CodeFormProps['onBack']) {
  const t = useText();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  /** Incremented to clear and focus the field. */
  const [attempt, setAttempt] = useState(0);
  const focusAgain = () => setAttempt(attempt + 1);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending) return;
    clearToasts();
    if (code.trim() === '') {
      setProblem(t('login.code.required'));
      focusAgain();
      return;
    }
    setSending(true);
    try {
      await signInWithCode(ticket, code);
      toast.success(t('login.done'));
    } catch (error) {
      const rejected = toRequestError(error);
      if (rejected.code === 'sign_in_expired') return onBack(rejected.text);
      setProblem(rejected.text);
      toastError(error);
      setSending(false);
      focusAgain();
    }
  }

  function change(next: string): void {
    setCode(next);
    setProblem('');
  }

  return { code, change, problem, sending, attempt, focusAgain, submit };
}

interface TypedProps {
  readonly isRecovery: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The code field, focused on mount. */
function Typed({ isRecovery, value, onChange }: TypedProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const Input = isRecovery ? RecoveryInput : CodeInput;
  return <Input ref={input} value={value} onChange={(event) => onChange(event.target.value)} />;
}

/** The input of a six-digit code; phones offer to fill it in. */
export const CodeInput = styled(TextInput).attrs({
  name: 'code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  spellCheck: false,
  maxLength: 12,
})`
  font-variant-numeric: tabular-nums;
  letter-spacing: 0.12em;
`;

/** The introduction below a step's title. */
export const Introduction = styled.p`
  margin: 4px 0 24px;
  color: var(--text-2);
`;

const RecoveryInput = styled(TextInput).attrs({
  name: 'recovery-code',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 60,
})`
  letter-spacing: 0.04em;
`;
