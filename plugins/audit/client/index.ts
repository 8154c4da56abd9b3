import { lazy } from 'react';
import { defineClient, extend, lazyExtension } from '#kernel/plugin-api/client.ts';
import { adminRowActions, userActions } from '../contract.ts';
import { audit } from '../manifest.ts';

const whoSaw = lazyExtension(async () => (await import('./components/trace-links.tsx')).WhoSaw);
const whatDid = lazyExtension(async () => (await import('./components/trace-links.tsx')).WhatDid);

/** The audit log in the browser: the page, and the ways to it from citizens and admins. */
export const auditClient = defineClient(audit, {
  pages: {
    list: lazy(() => import('./pages/list-page.tsx').then(({ ListPage }) => ({ default: ListPage }))),
  },
  extensions: [extend(userActions, whoSaw), extend(adminRowActions, whatDid)],
});
