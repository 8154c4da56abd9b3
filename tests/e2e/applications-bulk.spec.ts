import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { languages } from '#kernel/domain/text/languages.ts';
import type { BulkBatch, BulkDetail } from '#plugins/applications/contract/bulk.ts';
import type { Api } from './support/api.ts';
import { accessibilityIssuesOf } from './support/axe.ts';
import { expectToast, padId } from './support/applications.ts';
import { uniqueMark } from './support/records.ts';
import { testMoreScreens, testScreens } from './support/screens.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

const barOf = (page: Page, translate: Translate) =>
  page.getByRole('region', { name: translate('applications:bulk.bar') });
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** New applications with the same name. */
async function makeSome(api: Api, count: number): Promise<{ mark: string; ids: number[] }> {
  const mark = uniqueMark();
  const ids: number[] = [];
  for (let made = 0; made < count; made++) {
    ids.push((await api.sendApplication({ first_name: 'Ommaviy', last_name: mark })).id);
  }
  return { mark, ids };
}

async function beginChoice(page: Page, translate: Translate): Promise<void> {
  await buttonOf(page, translate('applications:bulk.select')).click();
  await expect(barOf(page, translate)).toBeVisible();
}

for (const language of languages) {
  const translate = textsIn(language);
  test(`selects all results of a search, previews the action with reasons, and runs it with a report, in ${language}`, async ({
    as,
    api,
  }) => {
    const { mark, ids } = await makeSome(api, 22);
    const [taken = 0] = ids;
    await api.accept(taken, 'operator');
    const page = await as('operator', { path: `/applications/list?search=${mark}`, language });
    await untilLive(page);
    const bar = barOf(page, translate);
    const chosen = (total: number) => bar.getByText(translate('applications:bulk.chosen', { total }));

    await test.step('by boxes, by the page, and all of the search', async () => {
      await beginChoice(page, translate);
      await page
        .getByRole('checkbox', { name: translate('applications:bulk.one', { id: padId(ids.at(-1) ?? 0) }) })
        .check();
      await expect(chosen(1)).toBeVisible();
      await buttonOf(page, translate('applications:bulk.page')).click();
      await expect(chosen(20)).toBeVisible();
      await buttonOf(page, translate('applications:bulk.all', { total: 22 })).click();
      await expect(chosen(22)).toBeVisible();
      expect(await accessibilityIssuesOf(page)).toEqual([]);
    });

    await test.step('the preview shows the number of eligible applications, and the reason for the other', async () => {
      await buttonOf(page, translate('applications:bulk.chooseAction')).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(translate('applications:bulk.eligible', { count: 21 }));
      await expect(dialog).toContainText(translate('applications:bulk.ineligible', { count: 1 }));
      const problem = translate('applications:bulk.problems.already_accepted');
      await expect(dialog).toContainText(translate('applications:bulk.problem', { text: problem, count: 1 }));
      expect(await accessibilityIssuesOf(page, '[role="dialog"]')).toEqual([]);
      await buttonOf(page, translate('applications:bulk.start', { count: 21 })).click();
      await expectToast(page, translate('applications:bulk.started'));
      await expect(bar).toBeHidden();
    });

    await test.step('it continues over a reload, and its report lists the failures', async () => {
      await page.goto('/applications/batches');
      const [newest] = await api.get<BulkBatch[]>('applications/batches', 'operator');
      const job = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: translate('applications:bulk.kinds.accept') })
        .first();
      await expect(job).toContainText(translate('applications:bulk.progress', { total: 22, done: 21 }));
      await expect(job).toContainText(translate('applications:bulk.state.done'));
      await job.getByRole('button', { name: translate('applications:bulk.failures', { count: 1 }) }).click();
      await expect(job.getByRole('link', { name: padId(taken) })).toBeVisible();
      const report = page.waitForEvent('download');
      await job.getByRole('button', { name: translate('applications:bulk.report.xlsx') }).click();
      expect((await report).suggestedFilename()).toMatch(/\.xlsx$/);
      const detail = await api.get<BulkDetail>(`applications/batches/${newest?.id}`, 'operator');
      expect(detail.problems).toEqual([{ problem: 'already_accepted', count: 1 }]);
      expect(await accessibilityIssuesOf(page)).toEqual([]);
    });
  });
}

test('a forward requires a receiver, and another search clears the selection', async ({ as, api }) => {
  const language = 'ru';
  const translate = textsIn(language);
  const { mark, ids } = await makeSome(api, 2);
  const page = await as('operator', {
    path: `/applications/list?search=${mark}`,
    language,
    viewport: { width: 375, height: 780 },
    touch: true,
  });
  await beginChoice(page, translate);
  await buttonOf(page, translate('applications:bulk.page')).tap();
  await buttonOf(page, translate('applications:bulk.chooseAction')).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: translate('applications:bulk.kinds.forward') }).tap();
  await buttonOf(page, translate('applications:bulk.start', { count: 2 })).tap();
  await expect(dialog).toContainText(translate('applications:bulk.receiverRequired'));
  const colleague = await api.get<{ last_name: string; id: number }>('admins/admin', 'operator2');
  await dialog.getByRole('combobox', { name: translate('applications:bulk.receiver') }).tap();
  await page.getByRole('option', { name: new RegExp(colleague.last_name) }).tap();
  await dialog.getByRole('textbox', { name: translate('applications:bulk.message') }).fill(`Hammasi ${mark}`);
  await buttonOf(page, translate('applications:bulk.start', { count: 2 })).tap();
  await expectToast(page, translate('applications:bulk.started'));
  await expect
    .poll(async () => {
      const { receiver } = await api.get<{ receiver: { id: number } | null }>(
        `applications/${ids[0]}`,
        'operator',
      );
      return receiver?.id;
    })
    .toBe(colleague.id);

  await beginChoice(page, translate);
  await buttonOf(page, translate('applications:bulk.page')).tap();
  await page.getByRole('searchbox').last().fill('');
  const bar = barOf(page, translate);
  await expect(bar.getByText(translate('applications:bulk.chosen', { total: 0 }))).toBeVisible();
});

for (const language of languages) {
  const translate = textsIn(language);
  test(`the top bar has space for a running job on the narrowest phone, in ${language}`, async ({
    as,
    api,
    server,
  }) => {
    const { ids } = await makeSome(api, 3);
    const { promise: seen, resolve: release } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    // The job waits for an application that another transaction is changing.
    const held = server.withDatabase(async (database) => {
      await database.transaction().execute(async (transaction) => {
        await sql`select from applications where id = any(${ids}) for update`.execute(transaction);
        hold();
        await seen;
      });
    });
    await isHeld;
    await api.write('POST', 'applications/batches', { kind: 'accept', ids }, 'operator');
    const size = { width: 320, height: 640 };
    const path = '/applications/list';
    const page = await as('operator', { path, language, viewport: size, touch: true });
    const chip = page.getByRole('link', { name: translate('applications:bulk.running', { percent: 0 }) });
    await chip.waitFor();
    await expect(buttonOf(page, translate('chat:loader.open'))).toBeVisible();
    const bar = page.locator('header').filter({ has: chip });
    const parts = await bar.locator('a[href], button').filter({ visible: true }).all();
    const boxes = (await Promise.all(parts.map((part) => part.boundingBox()))).flatMap((box) => box ?? []);
    boxes.sort((one, other) => one.x - other.x);
    expect(boxes.length).toBeGreaterThan(5);
    for (const [index, { x, width, height }] of boxes.entries()) {
      const before = boxes[index - 1];
      expect
        .soft(x, 'beside the one before it')
        .toBeGreaterThanOrEqual(before ? before.x + before.width - 1 : 0);
      expect.soft(x + width, 'within the window').toBeLessThanOrEqual(size.width);
      // WCAG 2.5.8.
      expect.soft(Math.min(width, height), 'large enough').toBeGreaterThanOrEqual(24);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    release();
    await held;
    await expect(chip).toBeHidden();
  });
}

testScreens([{ name: 'bulk jobs', login: 'operator', path: '/applications/batches' }]);

testMoreScreens([
  {
    name: 'choice of applications',
    login: 'operator',
    path: '/applications/list',
    async ready(page, translate) {
      await beginChoice(page, translate);
      await buttonOf(page, translate('applications:bulk.page')).click();
    },
  },
]);
