import type { Page } from '@playwright/test';
import type { User } from '#plugins/users/contract.ts';
import { formatPhone, fullName } from '#kernel/domain/text/index.ts';
import type { Api } from './support/api.ts';
import { choose, expectToast } from './support/applications.ts';
import { register } from './support/citizens.ts';
import {
  answerConfirmation,
  expectAllRows,
  inLanguage,
  rowOf,
  rowsOf,
  uniqueMark,
} from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const path = '/users';

test('finds a citizen by name, phone, JSHSHIR and passport, masked in the list, in the clear when opened', async ({
  as,
  api,
}) => {
  const user = await clearUser(api);
  const page = await as('superadmin', { path });
  await expect(rowsOf(page).first()).toBeVisible();
  const passport = `${user.passport_series}${user.passport_number}`;
  const ways = [fullName(user).replaceAll('ʻ', "'"), user.phone ?? '', user.personal_number, passport];
  for (const words of ways) {
    await page.getByRole('searchbox', { name: t('users:search') }).fill(words);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(words);
    await expect(rowOf(page, fullName(user)).first(), words).toBeVisible();
  }
  const row = rowOf(page, fullName(user)).first();
  await expect(row).toContainText(`••••••••••${user.personal_number.slice(-4)}`);
  await expect(page.getByRole('main').getByRole('table')).not.toContainText(user.personal_number);
  await expect(page.getByRole('main').getByRole('table')).not.toContainText(user.passport_number ?? '-');

  await rowOf(page, fullName(user)).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: fullName(user) })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/users/${user.id}`);
  const main = page.getByRole('main');
  await expect(main).toContainText(user.personal_number);
  await expect(main).toContainText(`${user.passport_series} ${user.passport_number}`);
  await expect(main).toContainText(formatPhone(user.phone ?? ''));
  await expect(main).toContainText(t('users:detail.unmasked'));
  await page.goBack();
  await expect(rowOf(page, fullName(user)).first()).toBeVisible();
});

for (const [language, translate] of inLanguage('ru')) {
  test(`blocks and unblocks a citizen after a question with the name, in ${language}`, async ({
    as,
    api,
  }) => {
    const user = await clearUser(api);
    const name = fullName(user);
    const page = await searchFor(await as('superadmin', { path, language }), user, translate);
    const row = rowOf(page, name).first();
    await row.getByRole('button', { name: translate('users:blockOf', { name }) }).click();
    await answerConfirmation(page, translate('users:blockTitle', { name }), false, translate);
    await expect(row).not.toHaveAttribute('data-muted');
    await row.getByRole('button', { name: translate('users:blockOf', { name }) }).click();
    const question = page.getByRole('alertdialog', { name: translate('users:blockTitle', { name }) });
    await question.getByRole('textbox').fill('Qalbaki hujjat');
    await answerConfirmation(page, translate('users:blockTitle', { name }), true, translate);
    await expectToast(page, translate('users:blocked', { name }));
    await expect(row).toHaveAttribute('data-muted', 'true');
    await expect(row).toContainText(translate('users:state.true'));

    await row.getByRole('button', { name: translate('users:unblockOf', { name }) }).click();
    await answerConfirmation(page, translate('users:unblockTitle', { name }), true, translate);
    await expectToast(page, translate('users:unblocked', { name }));
    await expect(row).toContainText(translate('users:state.false'));
  });
}

test('toasts are those of the specification', () => {
  expect(t('users:blocked', { name: 'Aliyev Vali' })).toBe('Aliyev Vali bloklandi');
  expect(t('users:unblocked', { name: 'Aliyev Vali' })).toBe('Aliyev Vali blokdan olib tashlandi');
});

test('a filter shows blocked citizens, and another screen follows', async ({ as, api }) => {
  const user = await clearUser(api);
  const name = fullName(user);
  const watcher = await searchFor(await as('superadmin', { path }), user);
  await api.write('PUT', `users/user/${user.id}/block?blocked=true`, null, 'superadmin');
  await expect(rowOf(watcher, name).first()).toContainText(t('users:state.true'));
  const page = await as('superadmin', { path });
  await choose(page, t('users:fields.state'), t('users:state.true'));
  await expect(page).toHaveURL(/blocked=true/);
  await expect(rowOf(page, name).first()).toBeVisible();
  await expectAllRows(page, t('users:state.true'));
});

type NumberedUser = User & { readonly personal_number: string };

/** A citizen whom no other test finds, blocks or changes. */
async function clearUser(api: Api): Promise<NumberedUser> {
  const passport_number = String(1_000_000 + Math.floor(Math.random() * 9_000_000));
  const more = {
    last_name: `Oʻktam${lettersOf(uniqueMark())}`,
    passport_series: 'AC',
    passport_number,
    phone: '998901112233',
  };
  const user = await register(api, more);
  return { ...user, personal_number: user.personal_number ?? '' };
}

async function searchFor(page: Page, user: NumberedUser, translate = t): Promise<Page> {
  await page.getByRole('searchbox', { name: translate('users:search') }).fill(user.personal_number);
  await expect(rowsOf(page)).toHaveCount(1);
  return page;
}

/** Letters in place of digits, since names have none. */
const lettersOf = (mark: string) => mark.replaceAll(/\d/g, (digit) => 'abdefghijk'[Number(digit)] ?? '');
