import type { Page } from '@playwright/test';
import { expect, test as base } from '../support/test.ts';
import { startSpecificationBackend, type SpecificationBackend } from './server.ts';

/** Requests that the front end sends to every server and does without; the 404 is logged in the console. */
export const tolerate = /status of (401|404|422)/;
/** The only call that the specification does not have. */
const optional = ['GET /api/uz/plugins', 'POST /api/uz/admins/logout'];

interface Fixtures {
  readonly backend: SpecificationBackend;
  readonly visit: (path: string) => Promise<Page>;
}

/**
 * A test against a server that implements only the specification; a call that it does not have fails the
 * test.
 */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of required fixtures from the pattern
  backend: async ({}, use) => {
    const backend = await startSpecificationBackend();
    await use(backend);
    await backend.close();
    expect(backend.unknown.filter((call) => !optional.includes(call))).toEqual([]);
  },
  visit: async ({ open, backend }, use) =>
    use((path) => open(backend.url, { token: backend.token }, { path, tolerate })),
});

/** The body of the last change of a kind, unmodified. */
export const lastChange = (backend: SpecificationBackend, call: string) =>
  backend.changes.findLast((change) => change.call === call)?.body;
