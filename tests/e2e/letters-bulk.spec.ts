import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PDFDocument } from '@cantoo/pdf-lib';
import { iter } from 'but-unzip';
import type { BatchDetail, Letter } from '#plugins/letters/contract.ts';
import { choose, expectToast } from './support/applications.ts';
import { loseResponse } from './support/hold.ts';
import {
  mahallaWithApplications,
  makeLetter,
  makeTemplate,
  paragraph,
  startJob,
  textOf,
} from './support/letters.ts';
import { inLanguage, uniqueMark } from './support/records.ts';
import { accessibilityIssuesAt, testsAllVariants, takeScreenshots } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { t, textsIn } from './support/texts.ts';

const manyNames = (count: number) => Array.from({ length: count }, (_, index) => `Ism${index}`);

/** Records each value of a job's progress bar from now on, while the page is open. */
async function watchBar(page: Page, name: string): Promise<() => Promise<number[]>> {
  await page.evaluate((title) => {
    const seen: number[] = [];
    const note = () => {
      for (const entry of document.querySelectorAll('li')) {
        if (!entry.textContent?.includes(title)) continue;
        const value = entry.querySelector('progress')?.value ?? Number.NaN;
        if (seen.at(-1) !== value) seen.push(value);
      }
    };
    note();
    const options = { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] };
    new MutationObserver(note).observe(document.body, options);
    Object.assign(window, { seenValues: seen });
  }, name);
  return () => page.evaluate(() => (window as unknown as { seenValues: number[] }).seenValues);
}

async function fileOf(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) };
}

/** Checks a page in both themes and three widths: accessible, and not too wide. */
async function expectFitting(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
    for (const width of [1440, 1366, 375]) {
      await page.setViewportSize({ width, height: 800 });
      const variant = `${name}-${theme}-${width}`;
      if (testsAllVariants) await takeScreenshots(page, variant);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, variant).toBeLessThanOrEqual(0);
    }
    expect(await accessibilityIssuesAt(page), `${name} ${theme}`).toEqual([]);
  }
}

for (const [language, translate] of inLanguage('uz')) {
  test(`the progress bar of a bulk job moves, and its letters are downloaded as one PDF and as a zip, in ${language}`, async ({
    as,
    api,
  }) => {
    const mark = uniqueMark();
    const template = await makeTemplate(api, `Ommaviy ${mark}`);
    // Enough that progress is reported in between.
    const count = 40;
    const area = await mahallaWithApplications(api, mark, manyNames(count));
    const page = await as('superadmin', { path: '/letters/batches', language });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { id } = await startJob(api, template, area);
    await page.reload();
    const job = page.getByRole('listitem').filter({ hasText: template[language].name });
    await job.waitFor();
    const values = await watchBar(page, template[language].name);
    // Forty letters take a while on a busy machine.
    await expect(job).toContainText(translate('letters:batches.state.done'), { timeout: 240_000 });
    await expect(job).toContainText(
      translate('letters:batches.progress', { total: String(count), done: String(count) }),
    );
    const seen = await values();
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.at(-1)).toBe(100);
    expect(seen.length, 'the bar has moved in steps').toBeGreaterThan(2);

    const whole = await fileOf(page, () =>
      job.getByRole('button', { name: translate('letters:batches.pdf') }).click(),
    );
    expect(whole.name).toMatch(/\.pdf$/);
    expect((await PDFDocument.load(whole.bytes)).getPageCount()).toBe(count);
    const zip = await fileOf(page, () =>
      job.getByRole('button', { name: translate('letters:batches.zip') }).click(),
    );
    expect(zip.name).toMatch(/\.zip$/);
    const names = [...iter(zip.bytes)].map(({ filename }) => filename);
    const { items } = await api.get<{ items: Letter[] }>(
      `letters?template=${template.id}&limit=100`,
      'superadmin',
    );
    expect(names.toSorted()).toEqual(items.map(({ file }) => file.name).toSorted());
    expect((await api.get<BatchDetail>(`letter-batches/${id}`, 'superadmin')).done).toBe(count);
  });

  test(`a bulk job is stopped; its letters stay and can be printed, in ${language}`, async ({ as, api }) => {
    const mark = uniqueMark();
    const template = await makeTemplate(api, `Toʻxtaydi ${mark}`);
    // So many that a fast machine has not written them all when the button is pressed.
    const total = 80;
    const area = await mahallaWithApplications(api, mark, manyNames(total));
    const page = await as('superadmin', { path: '/letters/batches', language });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { id } = await startJob(api, template, area);
    await page.reload();
    const job = page.getByRole('listitem').filter({ hasText: template[language].name });
    await expect
      .poll(() => job.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value))
      .toBeGreaterThan(0);
    await job.getByRole('button', { name: translate('letters:batches.stop') }).click();
    await expect(job).toContainText(translate('letters:batches.state.stopped'));
    const stopped = await api.get<BatchDetail>(`letter-batches/${id}`, 'superadmin');
    expect(stopped.done).toBeGreaterThan(0);
    expect(stopped.done).toBeLessThan(total);
    await expect(job.getByRole('button', { name: translate('letters:batches.stop') })).toBeHidden();
    const whole = await fileOf(page, () =>
      job.getByRole('button', { name: translate('letters:batches.pdf') }).click(),
    );
    expect((await PDFDocument.load(whole.bytes)).getPageCount()).toBe(stopped.done);
    const { length } = await api.get<{ length: number }>(`letters?template=${template.id}`, 'superadmin');
    expect(length).toBe(stopped.done);
  });
}

for (const language of ['uz', 'ru'] as const) {
  test(`a bulk job without letters shows the reasons instead of a file, in ${language}`, async ({
    as,
    api,
  }) => {
    const translate = textsIn(language);
    const mark = uniqueMark();
    // Its text is only for rejected applications, and none is rejected.
    const template = await makeTemplate(api, `Boʻsh ${mark}`, 'letter', {
      type: 'doc',
      content: [
        {
          type: 'condition',
          attrs: { when: 'status', value: 'rejected', negate: false },
          content: [paragraph(textOf('Rad etildi.'))],
        },
      ],
    });
    await startJob(api, template, await mahallaWithApplications(api, mark, manyNames(2)));
    const page = await as('superadmin', { path: '/letters/batches', language });
    const job = page.getByRole('listitem').filter({ hasText: template[language].name });
    await expect(job).toContainText(translate('letters:errors.nothing_written'), { timeout: 60_000 });
    for (const format of ['pdf', 'zip']) {
      await expect(job.getByRole('button', { name: translate(`letters:batches.${format}`) })).toBeHidden();
    }
    await job.getByRole('button', { expanded: false }).click();
    await expect(job.getByText(translate('letters:errors.body_empty'))).toHaveCount(2);
    await expectFitting(page, `letters-nothing-${language}`);
  });

  test(`a letter is among the documents of its application, in ${language}`, async ({ as, api }) => {
    const { id } = await api.sendApplication();
    const page = await as('operator', { path: `/applications/${id}/documents`, language });
    await page
      .getByRole('tab')
      .or(page.getByRole('link', { name: textsIn(language)('applications:detail.documents') }))
      .first()
      .waitFor();
    const letter = await makeLetter(api, id, { language });
    // It appears automatically while the tab is open.
    await expect(page.getByRole('main').getByText(letter.file.name).first()).toBeVisible();
    await expectFitting(page, `letters-documents-${language}`);
  });
}

test('a bulk job is not started before it is known for how many letters', async ({ as, api }) => {
  const mark = uniqueMark();
  const template = await makeTemplate(api, `Sanoqsiz ${mark}`);
  await mahallaWithApplications(api, mark, manyNames(1));
  const page = await as('superadmin', { path: '/letters/batches' });
  const start = page.getByRole('button', { name: t('letters:batches.start'), exact: true });
  await choose(page, new RegExp(`^${t('letters:write.signatory')}`), /./);
  const slow = Promise.withResolvers<void>();
  let isDown = true;
  await page.route('**/letter-batches/preview?*', async (route) => {
    if (!isDown) return route.fallback();
    await slow.promise;
    await route.fulfill({ status: 503, json: { err: 'Xatolik' } });
  });
  const sent = page.waitForRequest('**/letter-batches/preview?*');
  await choose(page, new RegExp(`^${t('letters:batches.template')}`), template.uz.name);
  await sent;
  await expect(start).toBeDisabled();
  slow.resolve();
  await expect(page.getByText(t('letters:batches.countFailed'))).toBeVisible();
  await expect(start).toBeDisabled();
  isDown = false;
  const retry = page.getByRole('button', { name: t('kernel:ui.retry'), exact: true });
  // The page may also count again automatically, as after a reconnection.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(page.getByText(t('letters:batches.countFailed'))).toBeHidden({ timeout: 1000 });
  }).toPass();
});

test('a bulk job whose response is lost is shown among the jobs', async ({ as, api }) => {
  const mark = uniqueMark();
  const template = await makeTemplate(api, `Takror ${mark}`);
  await mahallaWithApplications(api, mark, ['Ali', 'Vali']);
  const page = await as('superadmin', { path: '/letters/batches', tolerate: /ERR_/ });
  await choose(page, new RegExp(`^${t('letters:write.signatory')}`), /./);
  await choose(page, new RegExp(`^${t('letters:batches.status')}`), t('applications:status.created'));
  await choose(page, new RegExp(`^${t('letters:batches.neighborhood')}`), new RegExp(mark));
  await choose(page, new RegExp(`^${t('letters:batches.template')}`), template.uz.name);
  const start = page.getByRole('main').getByRole('button', { name: t('letters:batches.start'), exact: true });
  const sure = page.getByRole('alertdialog').getByRole('button', { name: t('letters:batches.start') });
  await loseResponse(page, '**/letter-batches');
  await start.click();
  await sure.click();
  await expectToast(page, t('kernel:boot.network'));
  await expect(page.getByRole('listitem').filter({ hasText: template.uz.name })).toHaveCount(1);
});
