import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import type { SecondStep } from '#kernel/contract/wire.ts';
import { useDeployment } from '#kernel/client/deployment/deployment-store.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { media } from '#kernel/client/ui/layout/breakpoints.ts';
import { BrandMark } from '#kernel/client/layout/brand-mark.tsx';
import { TestModeBanner } from '#kernel/client/layout/test-mode-banner.tsx';
import { CodeForm } from './code-form.tsx';
import { LanguageButtons } from '#kernel/client/layout/language-buttons.tsx';
import { LoginForm } from './login-form.tsx';
import { Lead } from './lead.tsx';
import { ThemeToggle } from '#kernel/client/layout/theme-toggle.tsx';
import { TilePattern } from './tile-pattern.tsx';

interface LoginPageProps {
  /** Fetches the code of the signed-in application ahead. */
  readonly preloadShell: () => void;
}

/** The page of the signed out: who this is, and a way in. */
export function LoginPage({ preloadShell }: LoginPageProps) {
  const t = useText();
  const { name, logo } = useDeployment();
  const [step, setStep] = useState<SecondStep | null>(null);
  useEffect(() => {
    if (step) preloadShell();
  }, [step, preloadShell]);
  const [problem, setProblem] = useState<string | undefined>();
  useEffect(() => {
    document.title = `${t('login.title')} · ${name}`;
  }, [t, name]);
  return (
    <Page>
      <TestModeBanner />
      <Columns>
        <Scene aria-hidden="true">
          <TilePattern />
          <Motto>{t('login.motto')}</Motto>
        </Scene>
        <Side>
          <Bar>
            <LanguageButtons />
            <ThemeToggle />
          </Bar>
          <Main>
            <Brand>
              <BrandMark logo={logo} size={44} />
              <span>{name}</span>
            </Brand>
            {step === null ? (
              <>
                <h1>{t('login.title')}</h1>
                <Lead>{t('login.lead')}</Lead>
                <LoginForm problem={problem} onInput={preloadShell} onSecondStep={setStep} />
              </>
            ) : (
              <CodeForm
                ticket={step.ticket}
                onBack={(why) => {
                  setProblem(why);
                  setStep(null);
                }}
              />
            )}
          </Main>
        </Side>
      </Columns>
    </Page>
  );
}

const Page = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
`;

const Columns = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);

  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Scene = styled.div`
  position: relative;
  display: flex;
  align-items: flex-end;
  padding: 48px;
  overflow: hidden;
  background: #0a5f69;
  color: #f2fbfb;

  @media (max-width: 1023px) {
    display: none;
  }
`;

const Motto = styled.p`
  position: relative;
  max-width: 440px;
  font-size: 26px;
  line-height: 34px;
  font-weight: 620;
  letter-spacing: -0.015em;
  text-wrap: balance;
`;

const Side = styled.div`
  display: flex;
  flex-direction: column;
  min-width: 0;
  background: var(--surface);
`;

const Bar = styled.header`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 4px;
  padding: 16px 20px;

  ${media.phone} {
    padding: 8px 12px;
  }
`;

const Main = styled.main`
  display: flex;
  flex-direction: column;
  justify-content: center;
  flex: 1;
  width: min(100% - 40px, 380px);
  margin: 0 auto;
  padding: 8px 0 88px;

  h1 {
    font-size: 24px;
    line-height: 32px;
    letter-spacing: -0.015em;
  }
`;

const Brand = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-bottom: 28px;
  font-size: 20px;
  line-height: 28px;
  font-weight: 650;
  letter-spacing: -0.01em;
`;
