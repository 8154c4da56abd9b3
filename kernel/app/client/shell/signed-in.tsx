import { ApolloProvider } from '@apollo/client/react';
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { endSession, refreshAdmin } from '#kernel/identity/client/session/session-lifecycle.ts';
import { activityCapability } from '#kernel/contract/plugin/manifest.ts';
import { loadTexts, session, useAdmin, useDeployment } from '#kernel/client/index.ts';
import { Splash } from '#kernel/client/layout/splash.tsx';
import { apolloClient, dropClient } from '#kernel/client/data/client.ts';
import { readFirst, type FirstRead } from '#kernel/client/data/first-read.ts';
import { afterFirstRender } from '#kernel/client/data/first-render.ts';
import { pause, retry } from '#kernel/client/data/retry.ts';
import { startSocket } from '#kernel/client/realtime/socket.ts';
import { releasePlugins } from '#kernel/client/plugins/plugin-clients.ts';
import { refreshRegistry, registryStore } from '#kernel/client/plugins/registry-store.ts';
import { syncWindowTitle } from '#kernel/client/layout/page-title.tsx';
import { Shell } from './shell.tsx';

const FirstPasswordPage = lazy(() =>
  import('#kernel/identity/client/password/first-password-page.tsx').then((module) => ({
    default: module.FirstPasswordPage,
  })),
);

const AddFactorPage = lazy(() =>
  import('#kernel/identity/client/second-factor/add-factor-page.tsx').then((module) => ({
    default: module.AddFactorPage,
  })),
);

type Router = ReturnType<typeof createBrowserRouter>;

let router: Router | null = null;

/** Milliseconds that a loaded shell waits for the first page, since rendering twice takes longer than once. */
const firstPageWaitMs = 50;

/** Prepares the shell with its texts, and the first page if its data arrive in time; returns the signed-in application. */
export async function prepareShell(firstPage: Promise<FirstRead | null>): Promise<ReactNode> {
  refreshRegistry();
  const labelled = registryStore.registry.enabled.filter(({ menu }) => menu !== undefined);
  await loadTexts(...labelled.map(({ id }) => id));
  const first = await Promise.race([firstPage, pause(firstPageWaitMs).then(() => null)]);
  // Data that was read for a session that has ended is discarded.
  dropClient();
  if (first) await readFirst(first);
  router?.dispose();
  router = createBrowserRouter([{ path: '*', element: <Shell /> }]);
  return <SignedIn router={router} />;
}

/** Watches the set of enabled plugins; the code is loaded with the socket, after the first render. */
async function followPlugins(): Promise<void> {
  const watcher = await import('#kernel/client/plugins/refresh-plugins.ts');
  await watcher.refreshPlugins();
}

/** Encrypts the texts that this browser stored for the user before storage keys existed. */
async function sealStoredTexts(): Promise<void> {
  const { sealOlderTexts } = await import('#kernel/client/drafts/use-draft.ts');
  if (session.admin) sealOlderTexts(session.admin.id);
}

let forgetting: ReturnType<typeof setTimeout> | undefined;

function forget(): void {
  releasePlugins();
  dropClient();
}

/** The application of a signed-in admin; unmounting closes everything that it opened. */
function SignedIn({ router: given }: { readonly router: Router }) {
  const client = apolloClient();
  useEffect(() => {
    clearTimeout(forgetting);
    const handlers = { onPluginsChange: followPlugins, refreshAdmin, onSessionEnd: endSession };
    const stops = [syncWindowTitle(), startSocket(handlers), afterFirstRender(() => void sealStoredTexts())];
    return () => {
      for (const stop of stops) stop();
      // StrictMode unmounts a component and mounts it again at once; clients and data must survive that.
      forgetting = setTimeout(forget);
    };
  }, []);
  return (
    <ApolloProvider client={client}>
      <Inside router={given} />
      <Idle />
    </ApolloProvider>
  );
}

/** Milliseconds between attempts to load code. */
const retryAfterMs = 10_000;

/** Tracks the user's activity if the server requires it; the code loads after the first render. */
function Idle() {
  const { plugins } = useDeployment();
  const needsActivity =
    plugins?.some(({ capabilities }) => capabilities.includes(activityCapability)) ?? false;
  const [Watch, setWatch] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!needsActivity) return;
    const stopped = new AbortController();
    const load = () => import('#kernel/identity/client/activity/idle-watch.tsx');
    const cancel = afterFirstRender(() => {
      retry(load, { waitAfter: () => pause(retryAfterMs, stopped.signal) }).then(
        ({ IdleWatch }) => stopped.signal.aborted || setWatch(() => IdleWatch),
        () => undefined,
      );
    });
    return () => {
      cancel();
      stopped.abort();
    };
  }, [needsActivity]);
  return needsActivity && Watch ? <Watch /> : null;
}

/** Shows only the page for a new password or a second factor while one of them is required. */
function Inside({ router: given }: { readonly router: Router }) {
  const { must_change_password, must_add_factor } = useAdmin();
  const [held, setHeld] = useState(false);
  if (must_change_password !== true && must_add_factor !== true && !held) {
    // Without React transitions, a navigation renders in one piece, so the page requests its data sooner.
    return <RouterProvider router={given} useTransitions={false} />;
  }
  return (
    <Suspense fallback={<Splash />}>
      {must_change_password ? <FirstPasswordPage /> : <AddFactorPage onBlockLeave={setHeld} />}
    </Suspense>
  );
}
