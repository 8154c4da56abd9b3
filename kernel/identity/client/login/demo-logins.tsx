import { useId } from 'react';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import type { DemoAccounts } from '#kernel/client/deployment/deployment-store.ts';

interface DemoLoginsProps {
  readonly demo: DemoAccounts;
  readonly isBusy: boolean;
  readonly onPick: (login: string) => void;
}

/** The logins of a demonstration; a click signs in. */
export function DemoLogins({ demo, isBusy, onPick }: DemoLoginsProps) {
  const t = useText();
  const id = useId();
  return (
    <Part aria-labelledby={id}>
      <h2 id={id}>{t('login.demo.title')}</h2>
      <ul>
        {demo.logins.map(({ login, title }) => (
          <li key={login}>
            <button type="button" aria-disabled={isBusy || undefined} onClick={() => onPick(login)}>
              <b>{login}</b>
              <span>{t(title)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>{t('login.demo.lead', { password: demo.password })}</p>
    </Part>
  );
}

const Part = styled.section`
  margin-top: 8px;
  padding: 12px;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--ground);

  h2 {
    padding: 0 8px 6px;
    font-size: 13px;
    line-height: 18px;
    font-weight: 600;
  }

  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  button {
    display: grid;
    grid-template-columns: 92px minmax(0, 1fr);
    gap: 8px;
    align-items: center;
    width: 100%;
    min-height: var(--target);
    padding: 5px 8px;
    border-radius: var(--r1);
    text-align: start;
    font-size: 13px;
    line-height: 18px;

    &:hover {
      background: var(--hover);
    }

    &[aria-disabled] {
      color: var(--text-3);
    }
  }

  b {
    font-weight: 600;
  }

  span,
  p {
    color: var(--text-2);
  }

  p {
    margin: 6px 8px 0;
    font-size: 12.5px;
    line-height: 18px;
  }
`;
