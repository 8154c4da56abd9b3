import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import type { Site } from '#plugins/intake/contract.ts';
import { expectToast } from './support/applications.ts';
import { newJshshir } from './support/citizens.ts';
import { expectClosedByOwnButtons } from './support/dialogs.ts';
import { uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

/** The older system, which receives the results of its applications. */
const heard: IncomingHttpHeaders[] = [];
const system = createServer((request, response) => {
  heard.push(request.headers);
  request.resume();
  response.end();
});
test.beforeAll(() => new Promise<void>((done) => system.listen(0, '127.0.0.1', done)));
test.afterAll(() => void system.close());

test('a site’s key is created, limited, renewed and revoked on a page, and events are delivered again', async ({
  as,
  api,
  server,
}) => {
  const name = `Eski tizim ${uniqueMark()}`;
  const page = await as('superadmin', { path: '/intake/sites' });
  const neighborhood = await api.sharedNeighborhood();
  const send = async (key: string) => {
    const response = await fetch(`${server.url}/api/uz/intake/applications`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-komak-key': key,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({
        citizen: { first_name: 'Sadoqat', last_name: 'Yoʻldosheva', personal_number: newJshshir() },
        neighborhood_id: neighborhood,
        employment_status: 'unemployed',
        planned_assistance: 'Qishga koʻmir kerak.',
      }),
    });
    return response.status;
  };

  await page.getByRole('button', { name: t('intake:sites.add') }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(t('intake:form.name')).fill(name);
  await form
    .getByLabel(t('intake:form.webhook'))
    .fill(`http://127.0.0.1:${(system.address() as AddressInfo).port}/hook`);
  await form.getByRole('button', { name: t('intake:form.add'), exact: true }).click();
  const key = await takeKey(page);
  expect(await send(key)).toBe(201);
  await expect.poll(() => heard.length).toBe(1);

  await test.step("another user's change is not overwritten unseen", async () => {
    await choose(page, name, 'edit');
    const edit = page.getByRole('dialog', { name: t('intake:form.editTitle') });
    await edit.getByLabel(t('intake:form.rate')).fill('400');
    const sites = await api.get<Site[]>('intake/sites', 'superadmin');
    const { id, origins, webhook } = sites.find((site) => site.name === name) as Site;
    await api.write('PUT', `intake/sites/${id}`, { name, origins, webhook, rate: 500 }, 'superadmin');
    const save = edit.getByRole('button', { name: t('intake:form.save'), exact: true });
    await save.click();
    await expect(edit.getByText(t('intake:form.newer'))).toBeVisible();
    await expect(edit.getByText(t('intake:form.theirs', { value: '500' }))).toBeVisible();
    await save.click();
    await expectToast(page, t('intake:form.saved'));
    await expect(edit).toHaveCount(0);
  });

  await test.step('its limit applies from the moment it is saved', async () => {
    await choose(page, name, 'edit');
    const edit = page.getByRole('dialog', { name: t('intake:form.editTitle') });
    await edit.getByLabel(t('intake:form.rate')).fill('2');
    await edit.getByRole('button', { name: t('intake:form.save'), exact: true }).click();
    await expectToast(page, t('intake:form.saved'));
    expect([await send(key), await send(key)]).toEqual([201, 429]);
    await expect.poll(() => heard.length).toBe(2);
  });

  await test.step('events are delivered again, in their order, with their ids', async () => {
    await choose(page, name, 'events');
    const events = page.getByRole('dialog', { name: t('intake:events.title', { name }) });
    await events.getByRole('button', { name: /evt_/ }).last().click();
    await confirmIn(page);
    await expectToast(page, t('intake:events.replayed', { count: '2' }));
    await expect.poll(() => heard.length).toBe(4);
    const ids = heard.map((headers) => headers['webhook-id']);
    expect(ids.slice(2)).toEqual(ids.slice(0, 2));
    await events
      .getByRole('button', { name: t('intake:events.close') })
      .last()
      .click();
  });

  await test.step('a new key revokes the former one, and a revocation is final', async () => {
    await choose(page, name, 'renewKey');
    await confirmIn(page);
    const next = await takeKey(page);
    expect(next).not.toBe(key);
    // Its quota is used up, so it may be rejected before the lookup.
    expect([401, 429]).toContain(await send(key));
    expect(await send(next)).toBe(201);
    await choose(page, name, 'revokeKey');
    await confirmIn(page);
    await expectToast(page, t('intake:sites.revoke.done', { name }));
    expect(await send(next)).toBe(401);
    await expect(rowOf(page, name).getByText(t('intake:sites.revoked'))).toBeVisible();
  });
});

const rowOf = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: t('intake:sites.more', { name }) }).click();
  await page.getByRole('menuitem', { name: t(`intake:sites.${entry}`), exact: true }).click();
}

const confirmIn = (page: Page) =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('kernel:ui.confirm') })
    .click();

/** The key, which is shown only once. */
async function takeKey(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog').filter({ hasText: t('intake:secrets.once') });
  const key = await dialog.locator('code').first().textContent();
  await expectClosedByOwnButtons(page, dialog);
  await dialog.getByRole('button', { name: t('intake:secrets.saved') }).click();
  return key ?? '';
}
