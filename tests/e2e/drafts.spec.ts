import type { Page } from '@playwright/test';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import type { Api } from './support/api.ts';
import { attach, attachButtonOf, composerOf, pdf, sendButtonOf, timelineOf } from './support/applications.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('a half-written message and its file survive a reload', async ({ as, api }) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: `/applications/${id}` });
  await composerOf(page).fill('Hujjatlaringizni koʻrib chiqyapmiz');
  await attach(page, attachButtonOf(page), pdf('dalolatnoma.pdf'));
  await expect(page.getByText('dalolatnoma.pdf')).toBeVisible();
  await expect(page.getByText(t('applications:composer.draft'))).toBeVisible();

  await page.reload();
  await expect(composerOf(page)).toHaveValue('Hujjatlaringizni koʻrib chiqyapmiz');
  await expect(page.getByText('dalolatnoma.pdf')).toBeVisible();

  await sendButtonOf(page).click();
  await expect(timelineOf(page)).toContainText('dalolatnoma.pdf');
  await page.reload();
  await expect(timelineOf(page)).toContainText('Hujjatlaringizni koʻrib chiqyapmiz');
  await expect(composerOf(page)).toHaveValue('');
});

test('a message whose answer was lost is sent again, and stands there once', async ({ as, api }) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: `/applications/${id}` });
  await loseTheFirstAnswer(page, '**/actions/messages');

  await composerOf(page).fill('Faqat bir marta.');
  await sendButtonOf(page).click();
  await page.getByRole('button', { name: t('applications:composer.retry') }).click();
  await expect(timelineOf(page)).toContainText('Faqat bir marta.');
  await expect(composerOf(page)).toHaveValue('');
  expect(await messagesOf(api, id)).toEqual(['Faqat bir marta.']);
});

test('a form whose answer was lost is sent again after a reload, and makes one application', async ({
  as,
  api,
}) => {
  const page = await as('operator', { path: '/applications/accept' });
  await loseTheFirstAnswer(page, '**/api/uz/applications');
  const about = 'Bir marta yuborilgan ariza';
  await fillTheLeast(page, about);
  await page.getByRole('button', { name: t('applications:accept.submit'), exact: true }).click();
  await expect(page.getByRole('textbox', { name: t('applications:accept.message') })).toHaveValue(about);

  await page.reload();
  await expect(page.getByRole('textbox', { name: t('applications:accept.message') })).toHaveValue(about);
  await page.getByRole('button', { name: t('applications:accept.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/applications\/list/);
  const list = await api.get<{ items: { planned_assistance: string }[] }>(
    'applications?limit=50',
    'operator',
  );
  expect(list.items.filter((item) => item.planned_assistance === about)).toHaveLength(1);
});

test('a server that goes away and comes back costs nothing', async ({ as, api, server }) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', {
    path: `/applications/${id}`,
    tolerate: /dynamically imported module/,
  });
  await expect(timelineOf(page)).toBeVisible();

  await server.stop();
  await expect(page.getByText(t('kernel:live.off'))).toBeVisible();
  await composerOf(page).fill('Server yoʻq paytda yozildi.');
  await sendButtonOf(page).click();
  await expect(page.getByText(t('applications:composer.failed'))).toBeVisible();

  await server.start();
  await expect(page.getByText(t('kernel:live.off'))).toBeHidden();
  await page.getByRole('button', { name: t('applications:composer.retry') }).click();
  await expect(timelineOf(page)).toContainText('Server yoʻq paytda yozildi.');
  expect(await messagesOf(api, id)).toEqual(['Server yoʻq paytda yozildi.']);

  await api.accept(id, 'operator2');
  await expect(timelineOf(page)).toContainText(t('applications:status.accepted'));
});

/** The server does what it was asked; its answer never comes. The second time it does. */
async function loseTheFirstAnswer(page: Page, url: string): Promise<void> {
  let lost = false;
  await page.route(url, async (route) => {
    if (lost || route.request().method() !== 'POST') {
      await route.fallback();
      return;
    }
    lost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

async function messagesOf(api: Api, id: number): Promise<string[]> {
  const { actions } = await api.get<ApplicationDetail>(`applications/${id}`, 'operator');
  return actions.flatMap((action) => (action.action_type === 'message' ? [action.message.message] : []));
}

async function fillTheLeast(page: Page, about: string): Promise<void> {
  await page.getByRole('combobox', { name: t('applications:fields.neighborhood') }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('combobox', { name: t('applications:fields.employment') }).click();
  await page.getByRole('option', { name: t('applications:employment.unemployed') }).click();
  await page.getByRole('textbox', { name: t('applications:accept.message') }).fill(about);
}
