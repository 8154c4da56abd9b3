import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import type { Strength } from './strength.ts';

interface PasswordStrengthProps {
  readonly password: string;
  readonly login: string;
}

/** Shows the strength of a password; the estimator is loaded with the first letter. */
export function PasswordStrength({ password, login }: PasswordStrengthProps) {
  const t = useText();
  const strength = useStrength(password, login);
  if (strength === null) return null;
  return (
    <Meter data-strength={strength}>
      <Bars aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-full={step <= Math.max(1, strength) || undefined} />
        ))}
      </Bars>
      <output>{t('password.strength', { level: t(`password.levels.${strength}`) })}</output>
    </Meter>
  );
}

function useStrength(password: string, login: string): Strength | null {
  const [strength, setStrength] = useState<Strength | null>(null);
  const blank = password === '';
  useEffect(() => {
    if (blank) return;
    let gone = false;
    void import('./strength.ts').then(
      ({ strengthOf }) => gone || setStrength(strengthOf(password, { login })),
      // Without the estimator, the server still enforces the rules.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [blank, password, login]);
  return blank ? null : strength;
}

const Meter = styled.div`
  --strength: var(--rejected);

  margin-top: -8px;
  color: var(--text-2);
  font-size: 12.5px;

  &[data-strength='2'] {
    --strength: var(--accepted);
  }

  &:is([data-strength='3'], [data-strength='4']) {
    --strength: var(--completed);
  }
`;

const Bars = styled.div`
  display: flex;
  gap: 4px;
  margin-bottom: 4px;

  i {
    flex: 1;
    height: 4px;
    border-radius: 2px;
    background: var(--line);
    transition: background var(--fast);
  }

  i[data-full] {
    background: var(--strength);
  }
`;
