import type { Page } from '@playwright/test';
import { canariesOf, createPerson, finderOf } from '../contract/leaks/canaries.ts';
import { demoPassword } from './support/api.ts';
import { attach, pdf } from './support/applications.ts';
import { inLanguage } from './support/records.ts';
import { storedIn } from './support/stored-data.ts';
import { expect, test } from './support/test.ts';
import type { t } from './support/texts.ts';

type Translate = typeof t;

async function signOut(page: Page, translate: Translate): Promise<void> {
  await page.getByRole('button', { name: new RegExp(translate('kernel:shell.profile')) }).click();
  await page.getByRole('menuitem', { name: translate('kernel:shell.signOut') }).click();
  await expect(page).toHaveURL(/\/login/);
}

async function signIn(page: Page, login: string, translate: Translate): Promise<void> {
  await page.getByLabel(translate('kernel:login.login')).fill(login);
  await page.getByLabel(translate('kernel:login.password')).first().fill(demoPassword);
  await page.getByRole('button', { name: translate('kernel:login.submit'), exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

for (const [language, translate] of inLanguage('ru')) {
  test(`data written on a computer is readable by its author only, in ${language}`, async ({
    open,
    server,
    api,
  }) => {
    test.setTimeout(240_000);
    const person = createPerson('Muhr');
    const word = 'Kanarshaxsiyeslatma';
    const find = finderOf([
      ...canariesOf('application', 'own', person),
      { secret: 'application.words', place: 'own', value: word },
      { secret: 'application.files', place: 'own', value: 'kanar-hujjat-muhr' },
    ]);
    const leaks = async (page: Page) => find((await storedIn(page)).join('\n')).map(({ value }) => value);
    const { id } = await api.sendApplication();
    const token = await api.freshToken('superadmin');
    const page = await open(server.url, { token }, { path: `/applications/${id}`, language });

    const note = page.getByRole('textbox', { name: translate('applications:detail.note') });
    const lastName = page.getByLabel(translate('applications:fields.last_name'));
    const number = page.getByLabel(translate('applications:fields.personal_number'));
    await test.step('a note, a form with a file: encrypted during input', async () => {
      await note.fill(word);
      await page.goto('/applications/accept');
      await lastName.fill(person.last_name);
      await number.fill(person.personal_number);
      const file = { ...pdf('kanar-hujjat-muhr.pdf') };
      await attach(page, page.getByRole('button', { name: translate('kernel:ui.pickFiles') }), file);
      await expect(page.getByText('kanar-hujjat-muhr.pdf')).toBeVisible();
      await expect.poll(async () => (await storedIn(page)).join()).toContain('sealed:');
      expect(await leaks(page)).toEqual([]);
      await page.reload();
      await expect(lastName).toHaveValue(person.last_name);
      await expect(page.getByText('kanar-hujjat-muhr.pdf')).toBeVisible();
    });

    await test.step('none of it is readable for the next user', async () => {
      await signOut(page, translate);
      expect(await leaks(page)).toEqual([]);
      await signIn(page, 'operator', translate);
      await page.goto('/applications/accept');
      await expect(lastName).toHaveValue('');
      expect(await leaks(page)).toEqual([]);
      expect(find(await page.content())).toEqual([]);
      await signOut(page, translate);
    });

    await test.step('its author can restore it', async () => {
      await signIn(page, 'superadmin', translate);
      await page.goto('/applications/accept');
      await expect(lastName).toHaveValue(person.last_name);
      await expect(number).toHaveValue(person.personal_number);
      await expect(page.getByText('kanar-hujjat-muhr.pdf')).toBeVisible();
      await page.goto(`/applications/${id}`);
      await expect(note).toHaveValue(word);
    });

    await test.step('unencrypted data from before is encrypted at the next start', async () => {
      const older = `note:${await page.evaluate(() => Object.keys(localStorage).join())}`;
      const adminId = /note:(\d+):/.exec(older)?.[1] ?? '';
      await page.evaluate(
        ([name, text]) => localStorage.setItem(name ?? '', text ?? ''),
        [`note:${adminId}:999999`, word],
      );
      expect(await leaks(page)).toEqual([word]);
      await page.reload();
      await expect.poll(() => leaks(page), { timeout: 60_000 }).toEqual([]);
    });
  });
}
