import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { Language } from '#kernel/domain/text/languages.ts';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import { testScreens, testMoreScreens } from './support/screens.ts';
import { inLanguage } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

type Cell = string | number | null;
let serial = 0;

for (const [language, translate] of inLanguage('ru')) {
  test(`imports households from a spreadsheet and exports them, in ${language}`, async ({ as }) => {
    const mark = `Yangiyev${language === 'uz' ? 'a' : 'skaya'}`;
    const page = await as('registrar', { path: '/households/list', language });
    await page.getByRole('link', { name: translate('households:import.open') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(translate('households:import.title'));

    const rows = await test.step('template is downloaded and filled in', async () => {
      const [fetched] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: translate('households:import.template.xlsx') }).click(),
      ]);
      return fillTemplate(fetched, mark, language);
    });

    await test.step('each row shows its errors', async () => {
      await upload(page, rows);
      const table = page.getByRole('table', { name: translate('households:import.rows') });
      await expect(
        table.getByText(translate('households:import.errors.unknown', { name: 'Atlantida' })),
      ).toBeVisible();
      await expect(table.getByText(translate('households:import.noIssues'))).toHaveCount(2);
      await page
        .getByRole('button', { name: new RegExp(`^${translate('households:import.kinds.errors')}`) })
        .click();
      await expect(table.getByRole('row')).toHaveCount(2);
    });

    await test.step('valid rows are imported and the report lists the other', async () => {
      await page
        .getByRole('button', { name: translate('households:import.write', { count: 2, number: '2' }) })
        .click();
      await expect(
        page.getByText(translate('households:import.created', { count: 2, number: '2' })),
      ).toBeVisible();
      await expect(
        page.getByRole('table', { name: translate('households:import.skippedRows') }),
      ).toContainText('Atlantida');
      await page.getByRole('link', { name: translate('households:import.toList') }).click();
    });

    await test.step('imported rows are found and exported', async () => {
      await page.getByRole('searchbox').last().fill(mark);
      await expect(page.getByRole('row')).toHaveCount(3);
      const taken = await takeAway(page, translate('kernel:export.xlsx'), translate('kernel:export.action'));
      expect(taken.suggestedFilename()).toContain(translate('households:sheet.file'));
      const { sheets } = await readXlsx(new Uint8Array(await readFile(await taken.path())));
      const lines = sheets[0]?.rows.slice(1) ?? [];
      expect(lines).toHaveLength(2);
      for (const line of lines) expect(String(line[6])).toContain(mark);
    });
  });
}

test('checks a file again whose warnings have changed since they were accepted', async ({ as }) => {
  const translate = textsIn('uz');
  const page = await as('registrar', { path: '/households/import' });
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: translate('households:import.template.xlsx') }).click(),
  ]);
  const [header = [], line = []] = await fillTemplate(template, 'Ogohova', 'uz');
  // A JSHSHIR of old data, whose check digit is wrong.
  const doubtful = line.map((cell, index) =>
    index === 6 ? String(cell).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) : cell,
  );
  await upload(page, [header, doubtful]);
  const accept = page.getByRole('switch', { name: translate('households:import.withWarnings') });
  await accept.click();
  const outdated = translate('kernel:errors.import_outdated');
  await page.route(
    '**/households/imports',
    (route) => route.fulfill({ status: 409, json: { err: outdated, code: 'import_outdated' } }),
    { times: 1 },
  );
  const write = page.getByRole('button', {
    name: translate('households:import.write', { count: 1, number: '1' }),
  });
  await write.click();
  await expect(page.getByText(outdated)).toBeVisible();
  await expect(accept).not.toBeChecked();
  await accept.click();
  await write.click();
  await expect(
    page.getByText(translate('households:import.created', { count: 1, number: '1' })),
  ).toBeVisible();
});

test('rejects a file that is not a spreadsheet, and accepts another one', async ({ as }) => {
  const translate = textsIn('uz');
  const page = await as('registrar', { path: '/households/import' });
  await page.locator('input[type="file"]').setInputFiles({
    name: 'a.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('PK, but nothing else'),
  });
  await expect(page.getByText(translate('kernel:errors.sheet_broken'))).toBeVisible();
  await expect(page.getByText(translate('households:import.pick'))).toBeVisible();
});

testScreens([
  {
    name: 'households-import-rows',
    login: 'registrar',
    path: '/households/import',
    ready: async (page, translate) => {
      const line = ['Atlantida', 'Navoiy', 'X', 'building', 1];
      await upload(page, [['Mahalla', 'Koʻcha', 'Toifa', 'Uy turi', 'Uy raqami'], line]);
      await page.getByRole('table', { name: translate('households:import.rows') }).waitFor();
    },
  },
]);
testMoreScreens([{ name: 'households-import', login: 'registrar', path: '/households/import' }]);

/** The template with three households, the last one in a missing neighbourhood. */
async function fillTemplate(template: Download, mark: string, language: Language): Promise<Cell[][]> {
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await template.path())));
  const [empty, names] = sheets;
  const offered = (names?.rows ?? []).slice(1).map((line) => line.map((cell) => String(cell ?? '')));
  const [first = []] = offered;
  const [, category = '', houseType = ''] = offered[1] ?? [];
  const street = offered.find((line) => line[4] !== '' && line[5] !== '') ?? first;
  const line = (neighborhood: string): Cell[] => {
    const personal_number = makeJshshir({
      birthday: '1991-05-17',
      sex: 'female',
      area: language === 'uz' ? 701 : 702,
      serial: ++serial,
    });
    const house = 90_000 + serial + (language === 'uz' ? 0 : 100);
    return [
      neighborhood,
      street[4] ?? '',
      category,
      houseType,
      house,
      null,
      `${mark} Lola ${personal_number}`,
    ];
  };
  const header = (empty?.rows[0] ?? []).map((cell) => String(cell));
  return [header, line(street[5] ?? ''), line(street[5] ?? ''), line('Atlantida')];
}

async function upload(page: Page, rows: Cell[][]): Promise<void> {
  const content = await writeXlsx({ sheets: [{ name: 'a', rows }] });
  await page.locator('input[type="file"]').setInputFiles({
    name: 'xonadonlar.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(content),
  });
}

async function takeAway(page: Page, entry: string, label: string): Promise<Download> {
  await page.getByRole('button', { name: label }).click();
  const [taken] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry }).click(),
  ]);
  return taken;
}
