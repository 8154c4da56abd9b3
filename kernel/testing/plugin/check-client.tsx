import { Suspense, type ComponentType } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { ref } from 'valtio';
import { ApolloProvider } from '@apollo/client/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { apolloClient } from '#kernel/client/data/client.ts';
import { session } from '#kernel/client/session/session-store.ts';
import { PluginBoundary } from '#kernel/client/plugins/plugin-boundary.tsx';
import type { ClientContext, PluginClient } from '#kernel/client/plugins/define-client.ts';
import type { SessionAdmin } from '#kernel/contract/http/session.ts';
import { startTexts } from '#kernel/client/i18n/i18n.ts';
import { EventHub } from '#kernel/client/realtime/event-hub.ts';
import { findLeaks } from './leak-recorder.ts';

/** Starts and stops the client module, and renders each page in a shell, which must survive. */
export async function checkClient(client: PluginClient): Promise<readonly string[]> {
  const { manifest, module } = client;
  await withGlobals({ fetch: () => Promise.resolve(Response.json({})) }, startTexts);
  const ofWindow: string[] = [];
  const ofProcess = await findLeaks(async () => void ofWindow.push(...(await startAndStop(client))));
  const declared = Object.entries(manifest.routes ?? {});
  const missing = declared.filter(([key]) => !module.pages?.[key]);
  const problems = [
    ...[...ofProcess, ...ofWindow].map((leak) => `the client module leaves ${leak} behind when it stops`),
    ...missing.map(([key]) => `the route "${key}" has no page`),
  ];
  for (const [key, Page] of Object.entries(module.pages ?? {})) {
    const path = manifest.routes?.[key]?.path ?? '/';
    problems.push(...(await draw(`the page "${key}"`, Page, path.replaceAll(/:\w+/g, '1'))));
  }
  return problems;
}

/** Node has no window; a replacement counts the listeners that the plugin adds. */
function startAndStop({ manifest, module }: PluginClient): Promise<readonly string[]> {
  const undo: (() => void)[] = [];
  const hub = new EventHub();
  const context: ClientContext = {
    config: {},
    capabilities: manifest.capabilities ?? [],
    on: (event, handle) => void undo.push(hub.on(event, handle as (payload: unknown) => void)),
    onReconnect: (handle) => void undo.push(hub.onReconnect(handle)),
    onStop: (end) => void undo.push(end),
  };
  const listeners = new Set<unknown>();
  const window = {
    addEventListener: (_event: string, listener: unknown) => void listeners.add(listener),
    removeEventListener: (_event: string, listener: unknown) => void listeners.delete(listener),
  };
  return withGlobals(window, () => {
    try {
      module.start?.(context);
    } catch (error) {
      if (!needsBrowser.test(textOf(error))) throw error;
      return [];
    } finally {
      for (const end of undo.toReversed()) end();
    }
    return listeners.size > 0 ? ['a listener of the window'] : [];
  });
}

async function withGlobals<Result>(globals: object, work: () => Promise<Result> | Result): Promise<Result> {
  const before = Object.fromEntries(
    Object.keys(globals).map((name) => [name, Reflect.get(globalThis, name) as unknown]),
  );
  Object.assign(globalThis, globals);
  try {
    return await work();
  } finally {
    Object.assign(globalThis, before);
  }
}

/** Errors of a page that needs a browser are ignored; others, such as a misspelt name, count. */
const needsBrowser =
  /^(document|window|location|history|localStorage|sessionStorage|matchMedia|inner(Width|Height)|Notification|\w+Observer) is not defined$/;

async function draw(name: string, Page: ComponentType, path: string): Promise<readonly string[]> {
  const errors: unknown[] = [];
  try {
    // Drafts are stored in IndexedDB; this one never responds.
    const html = await withGlobals({ indexedDB: { open: () => ({}) } }, () =>
      asSuperAdmin(() => htmlOf(Page, path, (error) => void errors.push(error))),
    );
    if (!html.includes('<nav')) errors.push(new Error('the shell is missing'));
  } catch (error) {
    return [`${name} breaks the shell: ${textOf(error)}`];
  }
  return errors
    .map(textOf)
    .filter((text) => !needsBrowser.test(text))
    .map((text) => `${name} fails when it is rendered: ${text}`);
}

async function asSuperAdmin<Result>(work: () => Promise<Result>): Promise<Result> {
  const admin: SessionAdmin = {
    id: 1,
    first_name: 'Ali',
    last_name: 'Valiyev',
    phone: null,
    login: 'ali',
    user_type: 'admin',
    role: { role: 'super_admin', permissions: [], uz: { name: 'Rol' }, ru: { name: 'Роль' } },
    neighborhoods: [],
  };
  session.admin = ref(admin);
  session.rights = ref(admin.role);
  try {
    return await work();
  } finally {
    session.admin = null;
    session.rights = null;
  }
}

async function htmlOf(Page: ComponentType, path: string, onError: (error: unknown) => void): Promise<string> {
  const page = (
    <Suspense fallback={null}>
      <PluginBoundary renderFallback={() => null}>
        <Page />
      </PluginBoundary>
    </Suspense>
  );
  const { prelude } = await prerenderToNodeStream(
    <ApolloProvider client={apolloClient()}>
      <nav />
      <RouterProvider
        router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] })}
      />
    </ApolloProvider>,
    { onError },
  );
  let html = '';
  for await (const piece of prelude) html += String(piece);
  return html;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
