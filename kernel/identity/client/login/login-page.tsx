import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { useDeployment, useText } from '#kernel/client/index.ts';
import { media } from '#kernel/client/ui/index.ts';
import type { SecondStep } from '#kernel/contract/http/session.ts';
import { BrandMark } from '#kernel/client/ui/icons/logo.tsx';
import { TestModeBanner } from '#kernel/client/layout/test-mode-banner.tsx';
import { Introduction } from './code-form.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { LanguageButtons, ThemeToggle } from '#kernel/client/layout/page-controls.tsx';
import { LoginForm } from './login-form.tsx';

interface LoginPageProps {
  /** Preloads the code of the signed-in application. */
  readonly preloadShell: () => void;
}

/** The sign-in page: name and logo of the deployment, and the sign-in methods. */
export function LoginPage({ preloadShell }: LoginPageProps) {
  const t = useText();
  const { name, logo, demo } = useDeployment();
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
          <Tagline>{t('login.tagline')}</Tagline>
        </Scene>
        <Side>
          <Bar>
            <LanguageButtons />
            <ThemeToggle />
          </Bar>
          <Main data-demo={demo ? '' : undefined}>
            <Brand>
              <BrandMark logo={logo} size={44} />
              <span>{name}</span>
            </Brand>
            {step === null ? (
              <>
                <h1>{t('login.title')}</h1>
                <Introduction>{t('login.lead')}</Introduction>
                <LoginForm problem={problem} onInput={preloadShell} onSecondStep={setStep} />
              </>
            ) : (
              <SecondStepForm
                step={step}
                onBack={(cause) => {
                  setProblem(cause);
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

/** A pattern of Khorezm tiles: the star of the logo repeated, lit from a corner. */
export function TilePattern() {
  return (
    <Wall>
      <defs>
        <pattern id="tile" width="96" height="96" patternUnits="userSpaceOnUse">
          <path d="M26 26h44v44H26z" />
          <path d="M48 16.900 79.100 48 48 79.100 16.900 48z" />
          <circle cx="48" cy="48" r="8" />
          <path d="M48 0v16.900M48 79.100V96M0 48h16.900M79.100 48H96M0 0l26 26M96 0 70 26M0 96l26-26M96 96 70 70" />
        </pattern>
        <radialGradient id="light" cx="0.85" cy="0.1" r="1.1">
          <stop offset="0" stopOpacity="0.6" />
          <stop offset="0.55" stopOpacity="0.18" />
          <stop offset="1" stopOpacity="0.05" />
        </radialGradient>
        <mask id="lit">
          <rect width="100%" height="100%" fill="url(#light)" />
        </mask>
      </defs>
      <rect width="100%" height="100%" fill="url(#light)" opacity="0.35" />
      <g mask="url(#lit)">
        <rect width="100%" height="100%" fill="url(#tile)" />
      </g>
    </Wall>
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
  background: var(--scene);
  color: var(--on-scene);

  @media (max-width: 1023px) {
    display: none;
  }
`;

const Tagline = styled.p`
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

/*
 * Its top does not depend on the height of its content: parts of the form load later and must not move what the user
 * clicks.
 */
const Main = styled.main`
  display: flex;
  flex-direction: column;
  flex: 1;
  width: min(100% - 40px, 380px);
  margin: 0 auto;
  padding: clamp(8px, 12dvh, 160px) 0 40px;

  /* Makes the demo logins visible without scrolling. */
  &[data-demo] {
    padding-top: 8px;
  }

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

const Wall = styled.svg`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;

  pattern * {
    fill: none;
    stroke: var(--scene-line);
    stroke-width: 1.5;
  }

  stop {
    stop-color: var(--scene-light);
  }
`;
