import { lazy, Suspense } from 'react';
import { StyleSheetManager } from 'styled-components';
import { LoginPage } from '../login/login-page.tsx';
import { PluginBoundary } from '../registry/plugin-boundary.tsx';
import { useSession } from '../session/session-store.ts';
import { LocalizedUi } from '../text/localized-ui.tsx';
import { ConfirmHost } from '../ui/confirm-host.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { boot, useBootPhase } from './boot.ts';
import { BootFailure } from './boot-failure.tsx';
import { SignedInGate } from './signed-in-gate.tsx';
import { Splash } from './splash.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

const Gallery = import.meta.env.DEV
  ? lazy(() => import('../ui/gallery/gallery-page.tsx').then(({ GalleryPage }) => ({ default: GalleryPage })))
  : null;

/** The whole application: starting, failed to start, signed out, or signed in. */
export function Root() {
  return (
    <StyleSheetManager {...(nonce ? { nonce } : {})}>
      <LocalizedUi>
        <PluginBoundary renderFallback={() => <BootFailure onRetry={() => location.reload()} />}>
          <Suspense fallback={<Splash />}>
            {Gallery && location.pathname === '/_gallery' ? <Gallery /> : <Application />}
          </Suspense>
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
      <Face phase={phase} signedIn={state === 'in'} />
      <ConfirmHost />
      <ToastHost />
    </>
  );
}

function Face({ phase, signedIn }: { readonly phase: string; readonly signedIn: boolean }) {
  if (phase === 'failed') return <BootFailure onRetry={() => void boot()} />;
  if (phase === 'starting') return <Splash />;
  return signedIn ? <SignedInGate /> : <LoginPage />;
}
