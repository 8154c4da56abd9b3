import type { Page } from '@playwright/test';
import { expectToast, padId } from './support/applications.ts';
import { Api } from './support/api.ts';
import { startProduct, type Server } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { untilLive } from './support/staff.ts';
import { t } from './support/texts.ts';

const groupOf = (page: Page, key: string) =>
  page.getByRole('region', { name: new RegExp(`^${t(`work:groups.${key}.title`)}`) });
const countIn = async (page: Page, key: string) => {
  const group = groupOf(page, key);
  if ((await group.count()) === 0) return 0;
  return Number((await group.getByRole('heading', { level: 2 }).innerText()).replaceAll(/\D/g, ''));
};

/**
 * A separate server: after many other tests there would be so many new applications that the work page leaves
 * the newest to the list.
 */
let server: Server;
let api: Api;
test.beforeAll(async () => {
  server = await startProduct();
  api = new Api(server.url);
});
test.afterAll(() => server.close());

test('the work page is the first page, shows the reason of each application, and updates live', async ({
  open,
}) => {
  const operator = await open(server.url, 'operator', { path: '/' }, api);
  await expect(operator).toHaveURL(/\/work$/);
  const colleague = await open(server.url, 'operator2', { path: '/work' }, api);
  await Promise.all([untilLive(operator), untilLive(colleague)]);
  await expect(operator.getByRole('heading', { level: 1 })).toHaveText(t('work:title'));

  // Applications of the others with less time left come before it.
  const before = await countIn(operator, 'new');
  const { id } = await api.sendApplication({ first_name: 'Sabohat', last_name: 'Ismoilova' });
  const row = (page: Page, key: string) =>
    groupOf(page, key)
      .getByRole('listitem')
      .filter({ hasText: padId(id) });

  await test.step('a new application is counted on both work pages at once', async () => {
    await expect.poll(() => countIn(operator, 'new')).toBe(before + 1);
    for (const page of [operator, colleague]) {
      const more = groupOf(page, 'new').getByRole('button', { name: /\d+ tasini koʻrsatish/ });
      // The button appears with any other arrival.
      await expect(async () => {
        if (await more.isVisible()) await more.click();
        await expect(row(page, 'new')).toContainText('Hech kim olmagan', { timeout: 3000 });
      }).toPass();
    }
  });

  await test.step('is accepted on one work page, and disappears from that of the colleague', async () => {
    const wasNew = await countIn(colleague, 'new');
    await row(operator, 'new').getByRole('button').press('Enter');
    await expectToast(operator, t('applications:triage.accepted', { number: padId(id) }));
    await expect(row(operator, 'open')).toBeVisible();
    await expect(row(colleague, 'new')).toHaveCount(0);
    await expect.poll(() => countIn(colleague, 'new')).toBe(wasNew - 1);
    // The button was removed; the focus moved to the row beside it.
    await expect(operator.locator(':focus')).toHaveCount(1);
  });

  await test.step('waits for an answer when a colleague asks, and opens at a press', async () => {
    await api.sendMessage(id, 'operator2', 'Komissiya xulosasi tayyormi?');
    await expect(row(operator, 'waiting')).toContainText('Komissiya xulosasi tayyormi?');
    await row(operator, 'waiting').getByRole('link').click();
    await expect(operator).toHaveURL(new RegExp(`/applications/${id}/timeline$`));
    await api.sendMessage(id, 'operator', 'Tayyor.');
    await operator.goBack();
    await expect(row(operator, 'open')).toBeVisible();
    await expect(row(operator, 'waiting')).toHaveCount(0);
  });
});
