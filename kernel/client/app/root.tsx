import { StyleSheetManager } from 'styled-components';
import { LoginPage } from '#kernel/identity/client/login/login-page.tsx';
import { PluginBoundary } from '../plugins/plugin-boundary.tsx';
import { useSession } from '#kernel/identity/client/session/session-store.ts';
import { LocalizedUi } from '../i18n/localized-ui.tsx';
import { ConfirmHost } from '../ui/overlays/confirm-host.tsx';
import { ToastHost } from '../ui/feedback/toast.tsx';
import { boot, useBootPhase } from './boot.ts';
import { BootFailure } from './boot-failure.tsx';
import { loadShell } from './load-shell.ts';
import { SignedInGate } from './signed-in-gate.tsx';
import { Splash } from '../layout/splash.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** The whole application: starting, failed to start, signed out, or signed in. */
export function Root() {
  return (
    <StyleSheetManager {...(nonce ? { nonce } : {})}>
      <LocalizedUi>
        <PluginBoundary renderFallback={() => <BootFailure onRetry={() => location.reload()} />}>
          <Application />
        </PluginBoundary>
      </LocalizedUi>
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

/** Fetches the shell while the user is still typing; a failed download is retried after the sign-in. */
function preloadShell(): void {
  void loadShell().catch(() => undefined);
}

function PhaseView({ phase, signedIn }: { readonly phase: string; readonly signedIn: boolean }) {
  if (phase === 'failed') return <BootFailure onRetry={() => void boot()} />;
  if (phase === 'starting') return <Splash />;
  return signedIn ? <SignedInGate /> : <LoginPage preloadShell={preloadShell} />;
}
