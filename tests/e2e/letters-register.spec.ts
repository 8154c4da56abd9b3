import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import type { Api } from './support/api.ts';
import { choose, padId } from './support/applications.ts';
import { makeLetter } from './support/letters.ts';
import { rowsOf, uniqueMark } from './support/records.ts';
import { testScreens } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

/** Types a day into a filter of the register. */
async function typeDay(
  page: Page,
  label: string,
  [day, month, year]: readonly [string, string, string],
  translate: Translate,
) {
  const group = page.getByRole('group', { name: label, exact: true });
  await group.getByLabel(translate('kernel:ui.day'), { exact: true }).fill(day);
  await group.getByLabel(translate('kernel:ui.month'), { exact: true }).fill(month);
  await group.getByLabel(translate('kernel:ui.year'), { exact: true }).fill(year);
}

/** Two applications: one with a letter in each language, the other with one in Uzbek. */
async function makeLetters(api: Api, mark: string) {
  const first = await api.sendApplication({ last_name: `Birinchi${mark}` });
  const second = await api.sendApplication({ last_name: `Ikkinchi${mark}` });
  await makeLetter(api, first.id, { subject: `Mavzu ${mark}` });
  await makeLetter(api, first.id, { subject: `Тема ${mark}`, language: 'ru' });
  const letter = await makeLetter(api, second.id, { subject: `Mavzu ${mark}` });
  return { first: first.id, second: second.id, signatory: letter.signatory.name, day: letter.issued_on };
}

for (const language of ['uz', 'ru'] as const) {
  test(`the register is filtered by day, language, application and signatory, all in the address, in ${language}`, async ({
    as,
    api,
  }) => {
    const translate = textsIn(language);
    const mark = uniqueMark();
    const { first, signatory, day } = await makeLetters(api, mark);
    const page = await as('operator', { path: `/letters/list?search=${mark}`, language });
    await expect(rowsOf(page)).toHaveCount(3);

    await choose(page, translate('letters:columns.language'), translate('letters:languages.ru'));
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(page).toHaveURL(/[?&]language=ru/);
    await choose(page, translate('letters:columns.language'), translate('letters:register.anyLanguage'));

    // The number as printed.
    await page
      .getByRole('searchbox', { name: translate('letters:register.application') })
      .fill(`№ ${padId(first)}`);
    await expect(rowsOf(page)).toHaveCount(2);
    await expect(page).toHaveURL(new RegExp(`[?&]application=${first}(&|$)`));

    await choose(page, translate('letters:columns.signatory'), signatory);
    await expect(page).toHaveURL(/[?&]signatory=\d+/);
    await expect(rowsOf(page)).toHaveCount(2);

    const [year = '', month = '', date = ''] = day.split('-');
    await typeDay(page, translate('letters:register.from'), [date, month, year], translate);
    await expect(page).toHaveURL(new RegExp(`[?&]from=${day}`));
    await expect(rowsOf(page)).toHaveCount(2);
    await typeDay(page, translate('letters:register.to'), ['01', '01', '2020'], translate);
    await expect(page).toHaveURL(/[?&]to=2020-01-01/);
    await expect(rowsOf(page)).toHaveCount(0);

    await test.step('the address restores them after a reload; each is removed by its chip', async () => {
      await page.reload();
      await page
        .getByRole('button', { name: new RegExp(`${translate('letters:register.to')}.*2020`) })
        .click();
      await expect(rowsOf(page)).toHaveCount(2);
      await expect(page).toHaveURL((url) => !url.searchParams.has('to') && url.searchParams.has('from'));
      await expect(
        page.getByText(translate('kernel:records.count', { total: '2', count: 2 })).first(),
      ).toBeVisible();
    });

    await test.step('the workbook has the same letters', async () => {
      await page.getByRole('button', { name: translate('kernel:export.action') }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: translate('kernel:export.xlsx') }).click();
      const { sheets } = await readXlsx(new Uint8Array(await readFile(await (await download).path())));
      const rows = sheets[0]?.rows ?? [];
      expect(rows.slice(1).map((row) => row[3])).toEqual([`Mavzu ${mark}`, `Тема ${mark}`]);
    });
  });
}

testScreens([
  {
    name: 'letters-register-narrowed',
    login: 'operator',
    path: '/letters/list?from=2026-01-01&to=2099-01-01&language=uz&application=:id',
    idOf: async (api) => (await makeLetters(api, uniqueMark())).first,
    ready: (page) => rowsOf(page).first().waitFor(),
  },
]);
