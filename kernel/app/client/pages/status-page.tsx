import { Lock, MapPinOff, PanelsTopLeft, Power } from 'lucide-react';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { markFirstResponse } from '#kernel/client/data/client.ts';
import { PageTitle, useText } from '#kernel/client/index.ts';
import { LinkButton } from '#kernel/client/ui/index.ts';

const kinds = {
  /** The page exists, but this admin may not open it. */
  forbidden: { icon: Lock, code: '403' },
  /** The start page of an admin without any permission. */
  noSections: { icon: PanelsTopLeft, code: null },
  notFound: { icon: MapPinOff, code: '404' },
  /** The plugin was disabled while its page was open; drafts are preserved. */
  switchedOff: { icon: Power, code: '404' },
} as const;

/** A page that says why the requested page is not shown. */
export function StatusPage({ kind }: { readonly kind: keyof typeof kinds }) {
  const t = useText();
  useEffect(markFirstResponse, []);
  const { icon: Icon, code } = kinds[kind];
  return (
    <Container>
      <PageTitle>{t(`pages.${kind}.title`)}</PageTitle>
      <Disc aria-hidden="true">
        <Icon />
      </Disc>
      {code === null ? null : <Code>{code}</Code>}
      <h1>{t(`pages.${kind}.title`)}</h1>
      <p>{t(`pages.${kind}.text`)}</p>
      {kind === 'noSections' ? null : (
        <LinkButton to="/" variant="primary">
          {t('pages.home')}
        </LinkButton>
      )}
    </Container>
  );
}

const Container = styled.div`
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
