import { LogOut } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useDeployment, useText } from '#kernel/client/index.ts';
import { Button, media, visuallyHidden } from '#kernel/client/ui/index.ts';
import { LanguageButtons, ThemeToggle } from '#kernel/client/layout/page-controls.tsx';
import { signOut } from '../session/session-lifecycle.ts';
import { BrandMark } from '#kernel/client/ui/icons/logo.tsx';
import { TestModeBanner } from '#kernel/client/layout/test-mode-banner.tsx';

interface CenteredPageProps {
  readonly title: string;
  readonly lead: string;
  /** The step to complete. */
  readonly children: ReactNode;
}

/** The layout of a step that must be completed first: a header with a sign-out button, and the content. */
export function CenteredPage({ title, lead, children }: CenteredPageProps) {
  const t = useText();
  const { name, logo } = useDeployment();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <Page>
      <TestModeBanner />
      <Bar>
        <Brand>
          <BrandMark logo={logo} size={28} />
          <span>{name}</span>
        </Brand>
        <LanguageButtons />
        <ThemeToggle />
        <Button variant="ghost" icon={<LogOut />} onClick={signOut}>
          {t('shell.signOut')}
        </Button>
      </Bar>
      <Main>
        <h1>{title}</h1>
        <Lead>{lead}</Lead>
        {children}
      </Main>
    </Page>
  );
}

const Page = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  background: var(--surface);
`;

const Bar = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 4px;
  padding: 16px 20px;

  ${media.phone} {
    padding: 8px 12px;
  }
`;

const Brand = styled.div`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 10px;
  font-size: 16px;
  font-weight: 650;

  /* Leaves space for the sign-out button. */
  ${media.phone} {
    span {
      ${visuallyHidden}
    }
  }
`;

const Main = styled.main`
  width: min(100% - 40px, 420px);
  margin: 0 auto;
  padding: 6dvh 0 88px;

  h1 {
    font-size: 24px;
    line-height: 32px;
    letter-spacing: -0.015em;
  }
`;

const Lead = styled.p`
  margin: 4px 0 24px;
  color: var(--text-2);
`;
