import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { RegisteredRoute } from '#kernel/contract/registry.ts';
import { startLoading } from '../../loading/loader-store.ts';
import type { PluginClient } from '../../plugins/define-client.ts';
import { PluginBoundary } from '../../plugins/plugin-boundary.tsx';
import { loadedPlugin, loadPlugin } from '../../plugins/plugin-clients.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { PluginFailure } from './plugin-failure.tsx';

/** A page of a plugin, whose code comes now; what goes wrong stays inside. */
export function PluginPage({ route }: { readonly route: RegisteredRoute }) {
  const { key } = useLocation();
  const [attempt, setAttempt] = useState(0);
  return (
    <PluginBoundary
      resetKey={key}
      renderFallback={(error, retry) => <PluginFailure error={error} onRetry={retry} />}
    >
      <Loaded key={attempt} route={route} onRetry={() => setAttempt(attempt + 1)} />
    </PluginBoundary>
  );
}

function Loaded({ route, onRetry }: { readonly route: RegisteredRoute; readonly onRetry: () => void }) {
  const { plugin, key } = route;
  const [client, setClient] = useState<PluginClient | undefined>(() => loadedPlugin(plugin));
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);

  useEffect(() => {
    let gone = false;
    loadPlugin(plugin).then(
      (loaded) => gone || setClient(loaded),
      (error: unknown) => gone || setFailure({ error }),
    );
    return () => {
      gone = true;
    };
  }, [plugin]);

  if (failure) return <PluginFailure error={failure.error} onRetry={onRetry} />;
  if (!client) return <Waiting />;
  const Page = client.module.pages?.[key];
  return Page ? (
    <Suspense fallback={<Waiting />}>
      <Page />
    </Suspense>
  ) : (
    <NotFoundPage />
  );
}

function Waiting() {
  useEffect(() => startLoading('main'), []);
  return <PageSkeleton />;
}
