import { useEffect, useRef } from 'react';
import { KeyRound } from 'lucide-react';
import { useText } from '#kernel/client/index.ts';
import { ProblemBanner, Button, Divider, Field, PasswordInput, TextInput } from '#kernel/client/ui/index.ts';
import type { OwnFactors, ProofState } from './use-proof.ts';

interface ProofFieldsProps {
  readonly ways: OwnFactors;
  readonly state: ProofState;
  /** Focuses the first field. */
  readonly focus?: boolean | undefined;
}

/** The fields of a proof: a passkey, or password and code, depending on the user's factors. */
export function ProofFields({ ways, state, focus = false }: ProofFieldsProps) {
  const t = useText();
  const { proof, problems, sending, change, byPasskey } = state;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) first.current?.focus();
  }, [focus]);
  return (
    <>
      {ways.passkey && ways.password ? (
        <>
          <Button icon={<KeyRound />} wide disabled={sending} onClick={() => void byPasskey()}>
            {t('passkeys.confirm')}
          </Button>
          <Divider>{t('passkeys.orPassword')}</Divider>
        </>
      ) : null}
      {ways.password ? (
        <Field label={t('secondFactor.password')} required error={problems.password}>
          <PasswordInput
            ref={first}
            value={proof.password}
            maxLength={200}
            onChange={(event) => change('password', event.target.value)}
          />
        </Field>
      ) : (
        <p>{t(ways.isBlocked ? 'passkeys.unsupportedAddress' : 'passkeys.onlyPasskey')}</p>
      )}
      {ways.code ? (
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
      ) : null}
      <ProblemBanner>{problems.passkey}</ProblemBanner>
    </>
  );
}
