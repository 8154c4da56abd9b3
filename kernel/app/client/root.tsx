import { styled, StyleSheetManager } from 'styled-components';
import { LoginPage } from '#kernel/identity/client/login/login-page.tsx';
import { PluginBoundary } from '#kernel/client/plugins/plugin-boundary.tsx';
import { ConfirmHost } from '#kernel/client/ui/overlays/confirm-host.tsx';
import { ToastHost } from '#kernel/client/ui/feedback/toast.tsx';
import { boot, loadShell, useBootPhase } from './boot.ts';
import { signedInView, renderSignedIn } from './signed-in-start.ts';
import { Splash } from '#kernel/client/layout/splash.tsx';
import { useEffect, useState } from 'react';
import { useLanguage, useSession } from '#kernel/client/index.ts';
import { Button, Logo } from '#kernel/client/ui/index.ts';
import { bootTexts } from '#kernel/client/i18n/i18n.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** The whole application: starting, failed to start, signed out, or signed in. */
export function Root() {
  return (
    <StyleSheetManager {...(nonce ? { nonce } : {})}>
      <PluginBoundary renderFallback={() => <BootFailure onRetry={() => location.reload()} />}>
        <Application />
      </PluginBoundary>
    </StyleSheetManager>
  );
}

function Application() {
  const phase = useBootPhase();
  const { state } = useSession();
  return (
    <>
      <PhaseView phase={phase} signedIn={state === 'in'} />
      <ConfirmHost />
      <ToastHost />
    </>
  );
}

/** Fetches the shell while the user is still typing; a failed download is retried after signing in. */
function preloadShell(): void {
  void loadShell().catch(() => undefined);
}

function PhaseView({ phase, signedIn }: { readonly phase: string; readonly signedIn: boolean }) {
  if (phase === 'failed') return <BootFailure onRetry={() => void boot()} />;
  if (phase === 'starting') return <Splash />;
  return signedIn ? <SignedInGate /> : <LoginPage preloadShell={preloadShell} />;
}

/** Fetches the signed-in part and shows it; the user can retry a failed download. */
export function SignedInGate() {
  const [attempt, setAttempt] = useState(0);
  return <Gate key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

function Gate({ onRetry }: { readonly onRetry: () => void }) {
  const [view, setView] = useState(signedInView);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    renderSignedIn().then(
      (shell) => gone || setView(shell),
      (error: unknown) => {
        reportError(error);
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, []);
  if (failed) return <BootFailure onRetry={onRetry} />;
  return view ?? <Splash />;
}

/** The page when the application could not start: what happened, and how to try again. */
export function BootFailure({ onRetry }: { readonly onRetry: () => void }) {
  const texts = bootTexts(useLanguage().language);
  return (
    <Container>
      <Logo size={44} />
      <h1>{texts['title']}</h1>
      <p>{texts['text']}</p>
      <Button variant="primary" onClick={onRetry}>
        {texts['retry']}
      </Button>
    </Container>
  );
}

const Container = styled.main`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  min-height: 100dvh;
  padding: 24px;
  text-align: center;

  h1 {
    margin-top: 20px;
  }

  p {
    max-width: 420px;
    margin: 4px 0 20px;
    color: var(--text-2);
    text-wrap: balance;
  }
`;
