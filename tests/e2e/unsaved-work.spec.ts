import type { Locator, Page } from '@playwright/test';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import { attach, expectToast, padId, pdf } from './support/applications.ts';
import {
  acceptPath,
  applicationsAbout,
  directionOf,
  fillAcceptForm,
  messageOf,
  messagesOf,
  showButtonOf,
  submitOf,
} from './support/accept-form.ts';
import { checkScreen } from './support/check-screen.ts';
import { goTo } from './support/pages.ts';
import {
  addButtonOf,
  answerConfirmation,
  dialogOf,
  fillNames,
  inLanguage,
  makeRecord,
  nameField,
  rowOf,
  saveButtonOf,
  uniqueMark,
} from './support/records.ts';
import { fieldOf, goodPassword, makeAdmin, roleIdOf, tokenOf, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

// Drafts: what the user sees, and what is stored. `connection-loss.spec.ts` covers lost connections.

test('a half-written form survives a reload, a crash and navigation, and is sent once', async ({
  as,
  api,
}) => {
  const about = `Tomni taʼmirlash ${uniqueMark()}`;
  const first = await as('operator', { path: acceptPath });
  await fillAcceptForm(first, about);
  await attach(first, first.getByRole('button', { name: t('kernel:ui.pickFiles') }), pdf('smeta.pdf'));

  async function expectAll(page: Page): Promise<void> {
    await expect(messageOf(page)).toHaveValue(about);
    await expect(page.getByText('smeta.pdf')).toBeVisible();
    await expect(page.getByText(t('applications:accept.draftRestored'))).toBeVisible();
    await expect(page.getByRole('combobox', { name: t('applications:fields.employment') })).toContainText(
      t('applications:employment.unemployed'),
    );
  }

  await test.step('reload', async () => {
    await expect(first.getByText('smeta.pdf')).toBeVisible();
    await expect(first.getByText(t('applications:accept.draftSaved'))).toBeVisible();
    await first.reload();
    await expectAll(first);
  });
  const page = await test.step('tab crash', async () => {
    await messageOf(first).pressSequentially('!');
    const session = await first.context().newCDPSession(first);
    const crash = first.waitForEvent('crash');
    void session.send('Page.crash').catch(() => undefined);
    await crash;
    const another = await first.context().newPage();
    await another.goto(acceptPath);
    await expect(messageOf(another)).toHaveValue(`${about}!`);
    await messageOf(another).fill(about);
    await expectAll(another);
    return another;
  });
  await test.step('navigation and back', async () => {
    await page.getByRole('link', { name: t('applications:detail.back') }).click();
    await expect(page).toHaveURL(/\/applications\/list/);
    await page.goBack();
    await expectAll(page);
  });

  await submitOf(page).click();
  await expectToast(page, t('applications:accept.sent'));
  await expect(page).toHaveURL(/\/applications\/list/);
  const [made, ...more] = await applicationsAbout(api, about);
  expect(more).toEqual([]);
  const { files } = await api.get<ApplicationDetail>(`applications/${made?.id}`, 'operator');
  expect(files.map(({ name }) => name)).toEqual(['smeta.pdf']);
  await page.goto(acceptPath);
  await expect(messageOf(page), 'what the server has is no draft any more').toHaveValue('');
});

for (const [language, translate] of inLanguage('ru')) {
  test(`a page is not left before its files are stored, in ${language}`, async ({ as, api }) => {
    const { id } = await api.sendApplication();
    const saving = {
      accept: translate('applications:accept.draftSaving'),
      note: translate('applications:composer.draftSaving'),
    };
    const saved = {
      accept: translate('applications:accept.draftSaved'),
      note: translate('applications:composer.draft'),
    };
    const places = [
      { at: 'accept', path: acceptPath, button: translate('kernel:ui.pickFiles') },
      { at: 'note', path: `/applications/${id}/timeline`, button: translate('applications:composer.attach') },
    ] as const;
    for (const { at, path, button } of places) {
      const page = await as('operator', { path, language });
      const pick = page.getByRole('button', { name: button });

      await test.step(`${at}: the browser asks while a file is being written`, async () => {
        await pick.waitFor();
        const { release } = await holdFileStorage(page);
        await attach(page, pick, pdf('smeta.pdf'));
        await expect(page.getByText(saving[at])).toBeVisible();
        await expect(page.getByText(saved[at])).toBeHidden();
        await cancelClosing(page);
        await checkScreen(page, `draft-${at}-saving`);
        await release();
        await expect(page.getByText(saved[at])).toBeVisible();
      });

      await test.step(`${at}: the user leaves stored content without a question`, async () => {
        const closed = page.waitForEvent('close');
        // A dialog would wait for an answer.
        page.on('dialog', () => undefined);
        await page.close({ runBeforeUnload: true });
        await closed;
        const again = await page.context().newPage();
        await again.goto(path);
        await expect(again.getByText('smeta.pdf')).toBeVisible();
      });
    }
  });
}

for (const [language, translate] of inLanguage('uz')) {
  test(`after a session ends the user signs in and continues the draft, in ${language}`, async ({
    open,
    api,
    server,
  }) => {
    const { login } = await makeAdmin(api, { role_id: await roleIdOf(api, 'Bosh administrator') });
    const { id } = await api.sendApplication();
    const token = await tokenOf(server.url, login);
    const page = await open(server.url, { token }, { path: `/applications/${id}`, language });

    async function loseSession(): Promise<void> {
      await untilLive(page);
      await endSession(page);
      await expect(page.getByText(translate('kernel:login.ends.ended'))).toBeVisible();
      await page.getByLabel(translate('kernel:login.login')).fill(login);
      await page.getByLabel(translate('kernel:login.password')).first().fill(goodPassword);
      await page.getByRole('button', { name: translate('kernel:login.submit'), exact: true }).click();
    }

    await test.step('a message with a file', async () => {
      const composer = page.getByRole('textbox', {
        name: translate('applications:composer.label'),
        exact: true,
      });
      await composer.fill('Uyga borib koʻrdik.');
      const attaching = page.getByRole('button', { name: translate('applications:composer.attach') });
      await attach(page, attaching, pdf('akt.pdf'));
      await expect(page.getByText('akt.pdf')).toBeVisible();
      await expect(page.getByText(translate('applications:composer.draft'))).toBeVisible();
      await loseSession();
      await expect(page).toHaveURL(new RegExp(`/applications/${id}/timeline$`));
      await expect(composer).toHaveValue('Uyga borib koʻrdik.');
      await expect(page.getByText('akt.pdf')).toBeVisible();
      await page.getByRole('button', { name: translate('applications:composer.send'), exact: true }).click();
      await expect(composer).toHaveValue('');
      const timeline = page.getByLabel(translate('applications:timeline.label'), { exact: true });
      await expect(timeline).toContainText('akt.pdf');
      const [message, ...more] = await messagesOf(api, id);
      expect(more).toEqual([]);
      expect(message).toMatchObject({ text: 'Uyga borib koʻrdik.', files: [{ name: 'akt.pdf' }] });
    });

    await test.step('a form in a dialog', async () => {
      const name = `Chevarchilik ${uniqueMark()}`;
      await page.goto('/directions');
      await addButtonOf(page, translate).click();
      const form = dialogOf(page, translate('directions:addTitle'));
      await fillNames(form, { uz: name });
      await loseSession();
      await expect(form.getByText(translate('kernel:records.restored'))).toBeVisible();
      await expect(nameField(form, 'uz')).toHaveValue(name);
      await fillNames(form, { ru: `${name} р` });
      await saveButtonOf(form, 'add', translate).click();
      await expectToast(
        page,
        translate('directions:added', { name: language === 'uz' ? name : `${name} р` }),
      );
    });
  });
}

for (const [language, translate] of inLanguage('ru')) {
  test(`two users edit one record: both versions are shown and nothing is overwritten, in ${language}`, async ({
    as,
    api,
  }) => {
    const record = await makeRecord(api, 'directions');
    const { id, uz } = record;
    const [mine, theirs, third] = ['meniki', 'uniki', 'uchinchi'].map((word) => `${uz.name} ${word}`);
    const path = `/directions?search=${encodeURIComponent(uz.name)}`;
    const page = await as('superadmin', { path, language });
    const other = await as('superadmin', { path });
    await Promise.all([untilLive(page), untilLive(other)]);
    const shown = language === 'uz' ? uz.name : record.ru.name;
    const form = dialogOf(page, translate('directions:editTitle'));
    const otherForm = dialogOf(other, t('directions:editTitle'));
    const versions = dialogOf(page, translate('kernel:records.conflict.title'));
    const otherVersions = dialogOf(other, t('kernel:records.conflict.title'));

    await test.step('the typing user gets a quiet notice and continues typing', async () => {
      await rowOf(page, shown).click();
      await fillNames(form, { uz: mine ?? '' });
      await rowOf(other, uz.name).click();
      await nameField(otherForm, 'uz').fill(theirs ?? '');
      await saveButtonOf(otherForm, 'update').click();
      await expectToast(other, t('directions:updated'));
      await expect(showButtonOf(form, translate)).toBeVisible();
      // The longer text of the two.
      if (language === 'ru') await checkScreen(page, 'remote-change-note');
      await showButtonOf(form, translate).click();
      await expectBoth(versions, [mine, theirs]);
      await page.keyboard.press('Escape');
      await expect(versions).toBeHidden();
      await expect(nameField(form, 'uz')).toHaveValue(mine ?? '');
    });

    await test.step('saving shows both versions before one overwrites the other', async () => {
      await rowOf(other, theirs ?? '').click();
      await nameField(otherForm, 'uz').fill(third ?? '');
      await saveButtonOf(form, 'update', translate).click();
      await expectBoth(versions, [mine, theirs]);
      expect((await directionOf(api, id)).uz.name).toBe(theirs);
      await versions.getByRole('button', { name: translate('kernel:records.conflict.keepMine') }).click();
      await expectToast(page, translate('directions:updated'));
      await expect(form).toBeHidden();
      expect((await directionOf(api, id)).uz.name).toBe(mine);
    });

    await test.step('the other user is notified too, also after a reload, and takes the stored version', async () => {
      await expect(showButtonOf(otherForm, t)).toBeVisible();
      await other.reload();
      await expect(otherForm.getByText(t('kernel:records.restored'))).toBeVisible();
      await expect(nameField(otherForm, 'uz')).toHaveValue(third ?? '');
      await showButtonOf(otherForm, t).click();
      await expectBoth(otherVersions, [third, mine]);
      await otherVersions.getByRole('button', { name: t('kernel:records.conflict.takeTheirs') }).click();
      await expect(nameField(otherForm, 'uz')).toHaveValue(mine ?? '');
      await expect(showButtonOf(otherForm, t)).toBeHidden();
    });

    await test.step('a deleted record is announced, and the text can be copied', async () => {
      const admin = await makeAdmin(api);
      await page.goto(`/admins/list?search=${admin.login}`);
      await untilLive(page);
      await rowOf(page, admin.login).click();
      const staffForm = dialogOf(page, translate('admins:editTitle'));
      await fieldOf(staffForm, translate('admins:lastName')).fill('Yangi familiya');
      await api.write('DELETE', `admins/${admin.id}`, null, 'superadmin');
      await expect(staffForm.getByText(translate('kernel:records.remoteChange.deleted'))).toBeVisible();
      await expect(fieldOf(staffForm, translate('admins:lastName'))).toHaveValue('Yangi familiya');
    });
  });
}

test('a form is left after the back button was pressed twice, too', async ({ as }) => {
  const page = await as('superadmin', { path: '/assistant/entries' });
  await page.getByRole('link', { name: t('kernel:records.add'), exact: true }).click();
  await page.locator('[name="uz.name"]').fill('Savol');
  const question = page.getByRole('alertdialog', { name: t('kernel:leave.title') });
  await page.evaluate(() => history.back());
  await question.evaluate((first) => first.setAttribute('data-first', ''));
  await page.evaluate(() => history.back());
  // It loads again.
  await expect(page.locator('[data-first]')).toHaveCount(0);
  await answerConfirmation(page, t('kernel:leave.title'), true);
  await expect(page).toHaveURL(/\/assistant\/entries$/);
});

test('a note for many applications is not lost by Escape or the back button', async ({ as, api }) => {
  const mark = uniqueMark();
  const { id } = await api.sendApplication({ last_name: mark });
  await api.accept(id, 'operator');
  const page = await as('operator', { path: '/work' });
  await goTo(page, `/applications/list?search=${mark}`, { idx: 1 });
  await page.getByRole('button', { name: t('applications:bulk.select'), exact: true }).click();
  await page.getByRole('checkbox', { name: t('applications:bulk.one', { id: padId(id) }) }).check();
  await page.getByRole('button', { name: t('applications:bulk.chooseAction'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(`^${t('applications:bulk.kinds.complete')}`) }).check();
  const note = dialog.getByRole('textbox', { name: new RegExp(`^${t('applications:bulk.note')}`) });
  await note.fill('Koʻmir yetkazib berildi');
  await note.press('Escape');
  await answerConfirmation(page, t('kernel:records.discardTitle'), false);
  await expect(note).toHaveValue('Koʻmir yetkazib berildi');
  await page.goBack();
  await answerConfirmation(page, t('kernel:leave.title'), false);
  await expect(note).toHaveValue('Koʻmir yetkazib berildi');
  await dialog.getByRole('button', { name: t('applications:bulk.cancel'), exact: true }).click();
  await answerConfirmation(page, t('kernel:records.discardTitle'), true);
  await expect(dialog).toBeHidden();
});

async function expectBoth(versions: Locator, names: readonly (string | undefined)[]): Promise<void> {
  for (const name of names) await expect(versions).toContainText(name ?? '');
}

/** Ends a browser's session from outside, like another window or a super admin. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('access-token') ?? '');
  const ended = await page.request.post('/api/uz/admins/logout', { headers: { Authorization: token } });
  expect(ended.ok()).toBe(true);
}

/** Blocks all writers of files, like another tab that writes a large one itself. */
async function holdFileStorage(page: Page): Promise<{ readonly release: () => Promise<void> }> {
  const other = await page.context().newPage();
  await other.goto('/mark.svg');
  await other.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keyval'));
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no storage')));
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('keyval', 'readwrite').objectStore('keyval');
          // A transaction lasts as long as it has requests.
          function preventUnload(): void {
            store.count().addEventListener('success', () => {
              resolve();
              preventUnload();
            });
          }
          preventUnload();
        });
      }),
  );
  return { release: () => other.close() };
}

/** Closes a page like a user, and stays when the browser asks. */
async function cancelClosing(page: Page): Promise<void> {
  const dialog = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await dialog;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
}
