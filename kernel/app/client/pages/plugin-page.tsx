import { createElement, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { toastError, useText } from '#kernel/client/index.ts';
import { ErrorState, lazyComponent } from '#kernel/client/ui/index.ts';
import type { RegisteredRoute } from '#kernel/contract/plugin/registry.ts';
import { startLoading } from '#kernel/client/layout/progress-line.tsx';
import { isChunkError } from '#kernel/client/plugins/retry-import.ts';
import { PluginBoundary } from '#kernel/client/plugins/plugin-boundary.tsx';
import { loadedPage, loadPage } from '#kernel/client/plugins/plugin-clients.ts';
import { useClientAddress, useRegistry } from '#kernel/client/plugins/registry-store.ts';
import { StatusPage } from './status-page.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { markRendered } from '#kernel/client/data/client.ts';
import { requireConnection } from '#kernel/client/data/request.ts';

const { Component: FramePage } = lazyComponent(() =>
  import('#kernel/client/frames/frame-page.tsx').then((module) => module.FramePage),
);

/** A page of a plugin, whose code is loaded on demand; errors stay inside it. */
export function PluginPage({ route }: { readonly route: RegisteredRoute }) {
  const { key } = useLocation();
  const [attempt, setAttempt] = useState(0);
  const address = useClientAddress(route.plugin);
  const isFrame = useRegistry().installed.find(({ id }) => id === route.plugin)?.isolation === 'frame';
  if (isFrame && address !== undefined)
    return (
      <>
        <FramePage key={address} route={route} address={address} />
        <Rendered />
      </>
    );
  return (
    <PluginBoundary
      resetKey={key}
      renderFallback={(error, retry) => <PluginFailure error={error} onRetry={retry} />}
    >
      <Loaded key={`${attempt} ${address}`} route={route} onRetry={() => setAttempt(attempt + 1)} />
    </PluginBoundary>
  );
}

function Loaded({ route, onRetry }: { readonly route: RegisteredRoute; readonly onRetry: () => void }) {
  const { plugin, key } = route;
  // The page stays mounted while its plugin restarts with new settings and is briefly missing.
  const [last, setLast] = useState({ route, page: loadedPage(plugin, key) });
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const page = last.route.id === route.id ? last.page : loadedPage(plugin, key);

  useEffect(() => {
    let gone = false;
    loadPage(plugin, key).then(
      (loaded) => gone || setLast({ route, page: loaded }),
      (error: unknown) => gone || setFailure({ error }),
    );
    return () => {
      gone = true;
    };
  }, [route, plugin, key]);

  if (failure) return <PluginFailure error={failure.error} onRetry={onRetry} />;
  if (page === null) return <Waiting />;
  return page ? (
    // For pages that use `React.lazy`.
    <Suspense fallback={<Waiting />}>
      {createElement(page)}
      <Rendered />
    </Suspense>
  ) : (
    <StatusPage kind="notFound" />
  );
}

/** Milliseconds after rendering within which a page starts its first reads. */
const readDelay = 100;

/** Rendered after a page: marks it as rendered. */
function Rendered() {
  useEffect(() => {
    const timer = setTimeout(markRendered, readDelay);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

function Waiting() {
  useEffect(startLoading, []);
  return <PageSkeleton />;
}

/** A page that failed: what happened, and how to try again. The rest of the application continues. */
export function PluginFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useText();
  const [reloading, setReloading] = useState(false);
  const kind = isChunkError(error) ? 'chunk' : 'crash';

  /** Only a reload fetches code that failed to load, and it needs a connection. Drafts survive it. */
  async function reload(): Promise<void> {
    setReloading(true);
    try {
      await requireConnection();
      location.reload();
    } catch (failure) {
      toastError(failure);
      setReloading(false);
    }
  }

  return (
    <ErrorState
      isPage
      title={t(`pages.${kind}.title`)}
      text={t(`pages.${kind}.text`)}
      onRetry={kind === 'chunk' ? () => void reload() : onRetry}
      retrying={reloading}
    />
  );
}
