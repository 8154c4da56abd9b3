import type { Locator, Page } from '@playwright/test';
import type { ChatbotResponse, Entry } from '#plugins/chat/contract.ts';
import { expectToast } from './support/applications.ts';
import { entryBodyOf } from './support/entries.ts';
import { testScreens } from './support/screens.ts';
import {
  answerConfirmation,
  inLanguage,
  openTab,
  rowOf,
  rowsOf,
  saveButtonOf,
  uniqueMark,
} from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/assistant/entries';
const listOf = (words: string) => `${path}?search=${encodeURIComponent(words)}`;
const field = (page: Page, language: 'uz' | 'ru', kind: 'name' | 'text'): Locator =>
  page.locator(`[name="${language}.${kind}"]`);

for (const [language, translate] of inLanguage('ru')) {
  test(`adds, uses, edits and deletes an entry, in ${language}`, async ({ as, api }) => {
    const mark = uniqueMark();
    const page = await as('superadmin', { path, language });
    await page
      .getByRole('main')
      .getByRole('link', { name: translate('kernel:records.add'), exact: true })
      .click();
    const save = (kind: 'add' | 'update') => saveButtonOf(page.getByRole('main'), kind, translate);
    await save('add').click();
    await expect(page.getByText(translate('chat:entries.nameRequired')).first()).toBeVisible();
    const names = { uz: `Zirapcha ${mark} qachon beriladi?`, ru: `Когда дают зирапчу ${mark}?` };
    const texts = {
      uz: `Zirapcha ${mark} har dushanba beriladi.`,
      ru: `Зирапчу ${mark} дают по понедельникам.`,
    };
    const other = language === 'uz' ? 'ru' : 'uz';
    await expect(field(page, language, 'name'), 'the language of the page comes first').toBeFocused();
    await field(page, language, 'name').fill(names[language]);
    await field(page, language, 'text').fill(texts[language]);
    await save('add').click();
    await expect(field(page, other, 'name'), 'the tab of an invalid field opens').toBeFocused();
    await field(page, other, 'name').fill(names[other]);
    await field(page, other, 'text').fill(texts[other]);
    await page.getByLabel(translate('chat:entries.path')).fill('example.com');
    await save('add').click();
    await expect(page.getByText(translate('chat:validation.path')).first()).toBeVisible();
    await page.getByLabel(translate('chat:entries.path')).fill('/settings');
    await save('add').click();
    await expectToast(page, translate('chat:entries.added'));
    await expect(page).toHaveURL(new RegExp(`${path}$`));

    const body = { message: names.uz, lang: 'uz' };
    const received = await api.write<ChatbotResponse>('POST', 'chatbot', body, 'operator');
    expect(received).toMatchObject({
      known: true,
      message: texts.uz,
      redirect: '/settings',
    });

    await page.goto(listOf(mark));
    await expect(rowsOf(page)).toHaveCount(1);
    await rowsOf(page).first().click();
    await openTab(page.getByRole('main'), 'uz');
    await field(page, 'uz', 'text').fill(`Zirapcha ${mark} endi berilmaydi.`);
    await page.getByRole('switch', { name: translate('chat:entries.enabled') }).click();
    await save('update').click();
    await expectToast(page, translate('chat:entries.updated'));
    await page.goto(listOf(mark));
    await expect(rowsOf(page).first()).toContainText(translate('chat:entries.states.false'));
    const silent = await api.write<ChatbotResponse>('POST', 'chatbot', body, 'operator');
    expect(silent).toMatchObject({ known: false });

    await rowsOf(page).first().click();
    await page.getByRole('button', { name: translate('kernel:records.delete'), exact: true }).click();
    await answerConfirmation(
      page,
      translate('chat:entries.deleteTitle', { name: names[language] }),
      true,
      translate,
    );
    await expectToast(page, translate('chat:entries.deleted'));
    await page.goto(listOf(mark));
    await expect(page.getByText(translate('kernel:ui.emptyTable'))).toBeVisible();
  });
}

test("another super admin's entry appears, and a shipped entry can be restored", async ({ as, api }) => {
  const mark = uniqueMark();
  const page = await as('superadmin', { path: listOf(mark) });
  await expect(page.getByText(t('kernel:ui.emptyTable'))).toBeVisible();
  const own = entryBodyOf(mark);
  const made = await api.write<Entry>('POST', 'chatbot/entries', own, 'superadmin');
  await expect(rowOf(page, `Savol ${mark}`)).toBeVisible();
  await api.write('DELETE', `chatbot/entries/${made.id}`, null, 'superadmin');
  await expect(rowOf(page, `Savol ${mark}`)).toHaveCount(0);

  await page.goto(listOf('Rahmat!'));
  await rowOf(page, 'Rahmat!').click();
  await expect(page.getByRole('button', { name: t('kernel:records.delete'), exact: true })).toHaveCount(0);
  const text = field(page, 'uz', 'text');
  const shipped = await text.inputValue();
  await text.fill(`Marhamat ${mark}`);
  await test.step('form is disabled while submitting on a slow line, and does not navigate', async () => {
    const lines: PromiseWithResolvers<'refuse' | 'carry'>[] = [];
    await page.route('**/chatbot/entries/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      const line = Promise.withResolvers<'refuse' | 'carry'>();
      lines.push(line);
      if ((await line.promise) === 'carry') return route.continue();
      return route.fulfill({ status: 503, json: { err: 'Birozdan keyin', code: 'unavailable' } });
    });
    await text.press('Control+Enter');
    const save = page.getByRole('main').getByRole('button', { name: t('kernel:records.update') });
    await expect(save).toBeFocused();
    await page.keyboard.type('!');
    await expect(text).toHaveValue(`Marhamat ${mark}`);
    await expect.poll(() => lines.length).toBe(1);
    lines[0]?.resolve('refuse');
    await expectToast(page, 'Birozdan keyin');
    await expect(text).toBeFocused();

    await page.keyboard.press('Control+Enter');
    await expect.poll(() => lines.length).toBe(2);
    await page.getByRole('link', { name: t('directions:menu.title') }).click();
    await expect(page).toHaveURL(/\/directions/);
    await expect(rowsOf(page).first()).toBeVisible();
    lines[1]?.resolve('carry');
    await expectToast(page, t('chat:entries.updated'));
    expect(new URL(page.url()).pathname).toBe('/directions');
    await page.unroute('**/chatbot/entries/*');
  });
  await page.goto(`${listOf('Rahmat!')}&origin=changed`);
  await rowOf(page, 'Rahmat!').click();
  await expect(text).toHaveValue(`Marhamat ${mark}`);
  await page.getByRole('button', { name: t('chat:entries.reset') }).click();
  const question = page.getByRole('alertdialog', { name: t('chat:entries.resetTitle') });
  await question.getByRole('button', { name: t('chat:entries.reset') }).click();
  await expectToast(page, t('chat:entries.resetDone'));
  await page.goto(listOf('Rahmat!'));
  await rowOf(page, 'Rahmat!').click();
  await expect(text).toHaveValue(shipped);
});

testScreens([
  { name: 'assistant-entries', login: 'superadmin', path, ready: (page) => rowsOf(page).first().waitFor() },
  {
    name: 'assistant-entry',
    login: 'superadmin',
    path: '/assistant/:id',
    idOf: async (api) =>
      (await api.get<{ items: Entry[] }>('chatbot/entries?search=Rahmat', 'superadmin')).items[0]?.id ?? 0,
    ready: (page, translate) => page.getByRole('textbox', { name: translate('chat:entries.text') }).waitFor(),
  },
  {
    name: 'assistant-entry-wrong',
    login: 'superadmin',
    path: '/assistant/add',
    ready: async (page, translate) => {
      await saveButtonOf(page.getByRole('main'), 'add', translate).click();
      await page.getByText(translate('chat:entries.nameRequired')).first().waitFor();
    },
  },
]);
