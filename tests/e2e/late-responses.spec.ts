import type { Page } from '@playwright/test';
import type { Entry } from '#plugins/chat/contract.ts';
import type { Letter } from '#plugins/letters/contract.ts';
import { cardsOf, choose, composerOf, expectToast, padId, timelineOf } from './support/applications.ts';
import { entryBodyOf } from './support/entries.ts';
import { hold } from './support/hold.ts';
import { goTo } from './support/pages.ts';
import { makeTemplate, paragraph, sheetOf, textOf } from './support/letters.ts';
import { answerConfirmation, rowOf, rowsOf, saveButtonOf, uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

// Responses that arrive after the user has moved on to another page, or to another record on the same one.

/** The back link in a page's header. */
const backOf = (page: Page, name = t('applications:detail.back')) =>
  page.getByRole('main').getByRole('link', { name, exact: true });

test('a change of status that is rejected after its application was left is reported, and its reason is saved as a draft', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication();
  await api.accept(id, 'operator');
  const page = await as('operator', { path: `/applications/${id}/timeline` });
  const completed = t('applications:status.completed');
  const dialog = page.getByRole('dialog', { name: t('applications:detail.changeTo', { status: completed }) });
  async function openDialog(): Promise<void> {
    await page.locator('[data-status-control]').getByRole('button').click();
    await page.getByRole('menuitem', { name: completed }).click();
  }
  await openDialog();
  await dialog.getByRole('textbox').fill('Bajarildi, tom yopildi');
  const changing = await hold(page, /\/actions\/statuses$/, 'POST');
  await dialog.getByRole('button', { name: t('applications:detail.submitStatus') }).click();
  await changing.sent;
  await expect(dialog).toBeHidden();
  await backOf(page).click();
  await expect(cardsOf(page).first()).toBeVisible();
  changing.cut();
  await expectToast(
    page,
    `${t('applications:detail.changeTo', { status: completed })}: ${t('kernel:boot.network')}`,
  );
  await page.goBack();
  await openDialog();
  await expect(dialog.getByRole('textbox')).toHaveValue('Bajarildi, tom yopildi');
});

test('a form whose changes are rejected after it was left is reported, and its draft stays', async ({
  as,
  api,
}) => {
  const mark = uniqueMark();
  const body = entryBodyOf(mark);
  const { id } = await api.write<Entry>('POST', 'chatbot/entries', body, 'superadmin');
  const path = `/assistant/entries?search=${mark}`;
  const page = await as('superadmin', { path });
  await rowOf(page, `Savol ${mark}`).click();
  const text = page.locator('[name="uz.text"]');
  await text.fill('Mening javobim.');
  const saving = await hold(page, /\/chatbot\/entries\/\d+$/, 'PUT');
  await saveButtonOf(page.getByRole('main'), 'update').click();
  await saving.sent;
  await backOf(page, t('chat:menu.entries')).click();
  await expect(rowsOf(page).first()).toBeVisible();
  const theirs = { ...body, uz: { ...body.uz, text: 'Boshqa javob.' } };
  await api.write('PUT', `chatbot/entries/${id}`, theirs, 'superadmin');
  saving.go();
  await expectToast(page, t('kernel:errors.edit_conflict'));
  await page.goto(`/assistant/${id}`);
  await expect(text).toHaveValue('Mening javobim.');
});

test('nothing can be added to a message that is still being sent when the user returns to it', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: `/applications/${id}/timeline` });
  await composerOf(page).fill('Hujjatlar keldi');
  const sending = await hold(page, /\/actions\/messages$/, 'POST');
  await composerOf(page).press('Enter');
  await sending.sent;
  await backOf(page).click();
  await expect(cardsOf(page).first()).toBeVisible();
  await page.goBack();
  await expect(composerOf(page)).toHaveValue('Hujjatlar keldi');
  await expect(composerOf(page)).not.toBeEditable();
  await expect(page.getByRole('button', { name: t('applications:composer.cancel') })).toBeVisible();
  sending.go();
  await expect(timelineOf(page)).toContainText('Hujjatlar keldi');
  await expect(composerOf(page)).toHaveValue('');
  await expect(composerOf(page)).toBeEditable();
});

test('neither the receiver of a task nor its text can be changed while it is being sent', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication();
  await api.accept(id, 'operator');
  const colleague = await api.get<{ last_name: string }>('admins/admin', 'operator2');
  const page = await as('operator', { path: `/applications/${id}/timeline` });
  const receiver = page.getByRole('combobox', { name: t('applications:composer.receiver') });
  const replies = page.getByRole('button', { name: t('letters:replies.open') });
  await replies.waitFor();
  await page.getByRole('button', { name: t('applications:composer.task'), exact: true }).click();
  await choose(page, t('applications:composer.receiver'), new RegExp(colleague.last_name));
  await composerOf(page).fill('Tomni borib koʻring.');
  const sending = await hold(page, /\/actions\/forwards$/, 'POST');
  await page.getByRole('button', { name: t('applications:composer.sendTask'), exact: true }).click();
  await sending.sent;
  await receiver.focus();
  await expect(receiver).not.toBeFocused();
  await expect(replies).toBeDisabled();
  sending.cut();
  await expectToast(page, t('kernel:boot.network'));
  await receiver.focus();
  await expect(receiver).toBeFocused();
  await expect(replies).toBeEnabled();
});

test('the text of a template replaces neither that of a later choice nor what is written in the meantime', async ({
  as,
  api,
}) => {
  const mark = uniqueMark();
  const bodyOf = (text: string) => ({ type: 'doc' as const, content: [paragraph(textOf(text))] });
  const [first, second] = [`Birinchi ${mark}`, `Ikkinchi ${mark}`];
  for (const name of [first, second]) await makeTemplate(api, name, 'letter', bodyOf(`${name} matni`));
  const { id } = await api.sendApplication();
  const page = await as('superadmin', { path: `/letters/write/${id}` });
  const sheet = sheetOf(page, t('letters:write.body'));
  const chooseTemplate = (name: string) => choose(page, new RegExp(`^${t('letters:write.template')}`), name);

  await test.step('keeps the text of a later choice', async () => {
    const slow = await hold(page, /\/letters\/drafts$/, 'POST');
    await chooseTemplate(first);
    await slow.sent;
    await chooseTemplate(second);
    await expect(sheet).toContainText(`${second} matni`);
    const late = page.waitForResponse(/\/letters\/drafts$/);
    slow.go();
    await late;
    await expect(sheet).toContainText(`${second} matni`);
    await slow.end();
  });

  await test.step('keeps text that is written in the meantime', async () => {
    const slow = await hold(page, /\/letters\/drafts$/, 'POST');
    await chooseTemplate(first);
    await slow.sent;
    await sheet.pressSequentially('Oʻzim yozdim. ');
    slow.go();
    await answerConfirmation(page, t('letters:write.replaceTitle'), false);
    await expect(sheet).toContainText('Oʻzim yozdim.');
    await expect(sheet).toContainText(`${second} matni`);
  });
});

test('the preview of a template stays in the language that was chosen last', async ({ as, api }) => {
  const name = `Namuna ${uniqueMark()}`;
  const { id } = await makeTemplate(api, name);
  const { id: application } = await api.sendApplication();
  const page = await as('superadmin', { path: `/letters/templates/${id}` });
  const main = page.getByRole('main');
  const inLanguage = (language: 'uz' | 'ru') =>
    main.getByRole('tab', { name: t(`kernel:language.${language}`) }).click();
  const subject = main.getByText(`${name} mavzusi`, { exact: true });
  await main.getByLabel(t('letters:templates.application')).fill(padId(application));
  await main.getByRole('button', { name: t('letters:templates.show'), exact: true }).click();
  await expect(subject).toBeVisible();
  const slow = await hold(page, /\/letter-templates\/preview$/, 'POST');
  await inLanguage('ru');
  await slow.sent;
  const shown = page.waitForResponse(/\/letter-templates\/preview$/);
  await inLanguage('uz');
  await shown;
  const late = page.waitForResponse(/\/letter-templates\/preview$/);
  slow.go();
  await (await late).finished();
  // Drawn in the task after its arrival.
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 200)));
  await expect(subject).toBeVisible();
});

test('a letter that is issued or rejected after its page was left is reported where the user is', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: '/applications/list' });
  async function issueAndLeave(subject: string) {
    await page.goto(`/letters/write/${id}`);
    await choose(page, new RegExp(t('letters:write.signatory')), /./);
    await page.getByRole('textbox', { name: new RegExp(`^${t('letters:write.subject')}`) }).fill(subject);
    await sheetOf(page, t('letters:write.body')).pressSequentially('Arizangiz koʻrib chiqildi.');
    const issuing = await hold(page, /\/api\/uz\/letters$/, 'POST');
    const issue = { name: t('letters:write.issue') };
    await page.getByRole('button', issue).click();
    await page.getByRole('alertdialog').getByRole('button', issue).click();
    await issuing.sent;
    await goTo(page, '/applications/list');
    return issuing;
  }

  await test.step('rejected', async () => {
    const issuing = await issueAndLeave('Birinchi xat');
    issuing.cut();
    await expectToast(page, t('kernel:boot.network'));
    await issuing.end();
  });

  await test.step('issued', async () => {
    const issuing = await issueAndLeave('Ikkinchi xat');
    issuing.go();
    const issued = async () =>
      (await api.get<{ items: Letter[] }>(`letters?application=${id}`, 'operator')).items;
    await expect.poll(issued).toHaveLength(1);
    const [letter] = await issued();
    await expectToast(page, t('letters:write.issued', { number: letter?.number ?? '' }));
    // Long after the draft was deleted, which is the last step.
    await page.waitForTimeout(500);
    await expect(page).toHaveURL(/\/applications\/list/);
  });
});

test('a question to a citizen stays until it is sent, and is sent once', async ({ as, api }) => {
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: '/applications/list' });
  const origin = { source: 'widget', site: 'example.uz', verified_by: null, verified_at: null, asks: [] };
  await page.route(`**/api/uz/intake/applications/${id}`, (route) => route.fulfill({ json: origin }));
  const requests: string[] = [];
  let isDown = true;
  await page.route(`**/api/uz/intake/applications/${id}/requests`, async (route) => {
    requests.push(`${route.request().headers()['idempotency-key']} ${route.request().postData()}`);
    if (isDown) return route.abort('connectionreset');
    return route.fulfill({ status: 201, json: { id: 1 } });
  });
  await page.goto(`/applications/${id}/timeline`);
  const field = page.getByRole('textbox', { name: t('intake:origin.request') });
  const send = page.getByRole('button', { name: t('intake:origin.send'), exact: true });
  await field.fill('Pasport nusxasi kerak');

  await test.step('opens another page and returns', async () => {
    await backOf(page).click();
    await expect(cardsOf(page).first()).toBeVisible();
    await page.goBack();
    await expect(field).toHaveValue('Pasport nusxasi kerak');
  });

  await test.step('a lost connection', async () => {
    await send.click();
    await expect(page.getByText(t('kernel:boot.network'))).toBeVisible();
    isDown = false;
    await send.click();
    await expectToast(page, t('intake:origin.requested'));
    await expect(field).toHaveValue('');
    expect(requests).toHaveLength(2);
    expect(new Set(requests).size, 'the same request').toBe(1);
  });
});
