import type { Page } from '@playwright/test';
import { writePacked } from '../outside/support/queue.ts';
import { frameFiles } from '../outside/support/framed.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

test('a page in a frame has the look of the shell, calls what it may, and reaches nothing else', async ({
  as,
  server,
}) => {
  const source = await writePacked(frameFiles());
  expect(await server.command('plugin', 'add', source, '--yes')).toMatchObject({ code: 0 });
  expect(await server.command('plugins', 'enable', 'guest')).toMatchObject({ code: 0 });
  const page = await as('superadmin', {
    path: '/guest/7',
    tolerate: /Content Security Policy|sandbox|Blocked|blocked|violat/i,
  });
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Mehmon' })).toBeVisible();
  await expect(frame.getByTestId('state')).toHaveText('hall 7 /guest/7 uz light');
  await expect(frame.getByTestId('look')).toHaveCSS('color', await colorOf(page));
  const results = frame.getByTestId('attacks');
  await expect(results).toHaveAttribute('data-done', 'true', { timeout: 30_000 });
  expect(JSON.parse((await results.textContent()) ?? '{}')).toEqual({
    'the call of the manifest': 'ok',
    'another call': 'refused 0',
    'another method': 'refused 0',
    'a path that climbs': 'refused 0',
    'a navigation to another site': 'refused',
    cookies: 'refused',
    'local storage': 'refused',
    'session storage': 'refused',
    'indexed database': 'refused',
    'the parent’s page': 'refused',
    'the parent’s address': 'refused',
    'the top window': 'refused',
    'a window': 'refused',
    fetch: 'refused',
    socket: 'refused',
    image: 'refused',
    worker: 'refused',
    'a script of a text': 'refused',
  });
  await expect(page).toHaveURL(/\/guest\/7$/);

  await frame.getByRole('button', { name: 'settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

test('a page in a frame follows the language and the theme of the shell', async ({ as }) => {
  const page = await as('superadmin', {
    path: '/guest/7',
    language: 'ru',
    theme: 'dark',
    viewport: { width: 375, height: 740 },
    tolerate: /Content Security Policy|sandbox|Blocked|blocked|violat/i,
  });
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Гость' })).toBeVisible();
  await expect(frame.getByTestId('state')).toHaveText('hall 7 /guest/7 ru dark');
  await expect(frame.getByTestId('look')).toHaveCSS('color', await colorOf(page));
});

test('a frame that floods the shell is stopped, and the shell stays live', async ({ as, server }) => {
  const page = await as('superadmin', {
    path: '/guest/7',
    tolerate: /Content Security Policy|sandbox|Blocked|blocked|violat/i,
  });
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'flood' }).click();
  await expect(page.getByRole('heading', { name: 'Plagin sahifasi toʻxtatildi' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('link', { name: 'Sozlamalar' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  expect(await server.command('plugins', 'disable', 'guest')).toMatchObject({ code: 0 });
  expect(await server.command('plugin', 'remove', 'guest')).toMatchObject({ code: 0 });
});

async function colorOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
}
