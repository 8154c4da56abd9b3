import { LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { useDeployment } from '../boot/deployment-store.ts';
import { LanguageButtons } from '../login/language-buttons.tsx';
import { refreshAdmin, signOut } from '../session/session-store.ts';
import { BrandMark } from '../shell/brand-mark.tsx';
import { TestModeBanner } from '../shell/test-mode-banner.tsx';
import { ThemeToggle } from '../shell/theme-toggle.tsx';
import { useText } from '../text/i18n.ts';
import { Button } from '../ui/button.tsx';
import { media } from '../ui/breakpoints.ts';
import { PasswordForm } from './password-form.tsx';

/** All that there is for who signs in with a first password: a form for one of his own. What he came for follows it. */
export function FirstPasswordPage() {
  const t = useText();
  const { name, logo } = useDeployment();
  useEffect(() => {
    document.title = `${t('password.first.title')} · ${name}`;
  }, [t, name]);
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
        <Button variant="ghost" icon={<LogOut size={16} aria-hidden="true" />} onClick={signOut}>
          {t('shell.signOut')}
        </Button>
      </Bar>
      <Main>
        <h1>{t('password.first.title')}</h1>
        <Lead>{t('password.first.lead')}</Lead>
        {/* When nobody can be asked just now, the socket says the same. */}
        <PasswordForm
          oldLabel={t('password.first.old')}
          onDone={() => void refreshAdmin().catch(() => undefined)}
        />
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
