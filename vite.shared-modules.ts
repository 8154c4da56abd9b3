import { rolldown, type InputOptions } from 'rolldown';
import type { Plugin, Rolldown } from 'vite';
import { sharedModules } from '#kernel/contract/plugin/shared-modules.ts';

/**
 * The packages whose instance the host shares with external plugins. Exports of large packages are listed one by one, since
 * every listed export stays in the build, and the first list has to stay small.
 */
const exported: Readonly<Record<Exclude<(typeof sharedModules.client)[number], 'zod'>, string>> = {
  react: `export { default } from 'react';
    export { Activity, Children, Component, Fragment, Profiler, PureComponent, StrictMode, Suspense, cache, cloneElement,
      createContext, createElement, createRef, forwardRef, isValidElement, lazy, memo, startTransition, use,
      useActionState, useCallback, useContext, useDebugValue, useDeferredValue, useEffect, useEffectEvent, useId,
      useImperativeHandle, useInsertionEffect, useLayoutEffect, useMemo, useOptimistic, useReducer, useRef, useState,
      useSyncExternalStore, useTransition, version } from 'react';`,
  'react/jsx-runtime': `export { Fragment, jsx, jsxs } from 'react/jsx-runtime';`,
  'react-dom': `export { createPortal, flushSync } from 'react-dom';`,
  'react-router-dom': `export { generatePath, Link, matchPath, Navigate, NavLink, Route, Routes, useBlocker, useLocation,
      useMatch, useNavigate, useParams, useResolvedPath, useSearchParams } from 'react-router-dom';`,
  '@apollo/client': `export { gql, NetworkStatus } from '@apollo/client';`,
  '@apollo/client/react': `export { useApolloClient, useQuery } from '@apollo/client/react';`,
  'styled-components': `export { default, styled, css, createGlobalStyle, keyframes, ThemeProvider, useTheme }
      from 'styled-components';`,
  valtio: `export { proxy, ref, snapshot, subscribe, useSnapshot } from 'valtio';`,
  '@komak/plugin-api/contract': `export * from '/kernel/plugin-api/contract.ts';`,
  '@komak/plugin-api/client': `export * from '/kernel/plugin-api/client.ts';`,
};

const prefix = 'shared:';

/**
 * Shares the modules of the host with external plugins: it builds an entry for each, and adds an import map to the page. The
 * content security policy allows the inline map by its nonce.
 */
export function shareModules(): Plugin {
  return {
    name: 'komak-shared-modules',
    apply: 'build',
    buildStart() {
      for (const name of Object.keys(exported)) {
        this.emitFile({
          type: 'chunk',
          id: prefix + name,
          preserveSignature: 'strict',
          name: fileNameOf(name),
        });
      }
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', name: 'shared-zod.js', source: await bundleZod() });
      const frame = await bundleAlone({ input: './kernel/plugin-api/frame.ts' });
      this.emitFile({ type: 'asset', name: 'shared-komak-plugin-api-frame.js', source: frame });
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      return id.startsWith(`\0${prefix}`)
        ? exported[id.slice(prefix.length + 1) as keyof typeof exported]
        : null;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        {
          tag: 'script',
          attrs: { type: 'importmap', nonce: '__CSP_NONCE__' },
          children: JSON.stringify({ imports: importsOf(Object.values(bundle ?? {})) }),
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

function importsOf(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Record<string, string> {
  return Object.fromEntries(
    [...sharedModules.client, ...sharedModules.frame].map((name) => {
      const found = files.find((file) =>
        file.type === 'chunk'
          ? file.facadeModuleId === `\0${prefix}${name}`
          : file.names.includes(`${fileNameOf(name)}.js`),
      );
      if (!found) throw new Error(`The build has no file for the shared module ${name}`);
      return [name, `/${found.fileName}`];
    }),
  );
}

/**
 * Bundles a separate copy of zod for external plugins: the host's build contains only the small part that it uses. Schemas of
 * the two copies can be combined.
 */
function bundleZod(): Promise<string> {
  return bundleAlone({
    input: 'zod',
    // Removes zod's messages in fifty languages; ours are in `locales/`.
    plugins: [
      {
        name: 'one-language',
        load: {
          filter: { id: /\/zod\/v4\/locales\/index\.js$/ },
          handler: () => `export { default as en } from './en.js';`,
        },
      },
    ],
  });
}

/** Bundles into one file, which shares no chunks with the host. */
async function bundleAlone(options: InputOptions): Promise<string> {
  const bundle = await rolldown(options);
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return output[0].code;
}

function fileNameOf(name: string): string {
  return `shared-${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}`;
}
