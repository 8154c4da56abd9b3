import { useEffect, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { markFirstResponse } from '../../data/client.ts';
import { PageTitle } from '../../layout/page-title.tsx';
import { useText } from '../../i18n/i18n.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';

export interface StatusPageProps {
  readonly icon: ReactNode;
  readonly code?: string | undefined;
  readonly title: string;
  readonly text: string;
  /** Whether there is a way home. */
  readonly home?: boolean | undefined;
}

/** A page that says why there is no page. */
export function StatusPage({ icon, code, title, text, home = true }: StatusPageProps) {
  const t = useText();
  useEffect(markFirstResponse, []);
  return (
    <Place>
      <PageTitle>{title}</PageTitle>
      <Disc aria-hidden="true">{icon}</Disc>
      {code === undefined ? null : <Code>{code}</Code>}
      <h1>{title}</h1>
      <p>{text}</p>
      {home ? (
        <LinkButton to="/" variant="primary">
          {t('pages.home')}
        </LinkButton>
      ) : null}
    </Place>
  );
}

const Place = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  min-height: min(560px, 70dvh);
  text-align: center;

  p {
    max-width: 400px;
    margin: 4px 0 20px;
    color: var(--text-2);
    text-wrap: balance;
  }
`;

const Disc = styled.span`
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  margin-bottom: 16px;
  border-radius: 14px;
  background: var(--accent-soft);
  color: var(--accent-strong);

  svg {
    width: 26px;
    height: 26px;
    stroke-width: 1.6;
  }
`;

const Code = styled.span`
  color: var(--text-3);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;
