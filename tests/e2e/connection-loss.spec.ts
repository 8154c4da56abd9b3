import { createHash, randomBytes } from 'node:crypto';
import {
  attach,
  attachButtonOf,
  composerOf,
  expectToast,
  pdf,
  sendButtonOf,
  timelineOf,
} from './support/applications.ts';
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
import { startConnectionProxy } from './support/connection-proxy.ts';
import { dialogOf, makeRecord, nameField, rowOf, saveButtonOf, uniqueMark } from './support/records.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

// Partial requests and lost responses: what the user sees, what is stored, and what happens exactly once.

test('a connection that breaks during an upload keeps text and file and sends them again once', async ({
  open,
  api,
  server,
}) => {
  const line = await startConnectionProxy(server.url);
  try {
    const { id } = await api.sendApplication();
    const page = await open(line.url, 'operator', { path: `/applications/${id}` });
    const note = 'Dalolatnoma ilovada.';
    const scan = pdf('dalolatnoma.pdf');
    const noise = Buffer.from(`%${randomBytes(2_000_000).toString('base64')}\n`);
    const content = Buffer.concat([scan.buffer.subarray(0, 9), noise, scan.buffer.subarray(9)]);
    await composerOf(page).fill(note);
    await attach(page, attachButtonOf(page), { ...scan, buffer: content });
    await expect(page.getByText('dalolatnoma.pdf')).toBeVisible();

    const retry = page.getByRole('button', { name: t('applications:composer.retry') });
    async function expectKept(): Promise<void> {
      await expect(page.getByText(t('applications:composer.failed'))).toBeVisible();
      await expect(composerOf(page)).toHaveValue(note);
      await expect(page.getByText('dalolatnoma.pdf')).toBeVisible();
      expect(await messagesOf(api, id), 'half a file is none').toEqual([]);
    }

    await test.step('connection breaks', async () => {
      line.cutAfter(1_000_000);
      await sendButtonOf(page).click();
      await expectKept();
      await expect(page.getByText(t('kernel:live.connectionLost'))).toBeVisible();
      line.mend();
      await expect(page.getByText(t('kernel:live.connectionLost'))).toBeHidden();
    });
    await test.step('connection hangs silently', async () => {
      await page.clock.install();
      line.fallSilentAfter(1_000_000);
      await retry.click();
      await expect(page.getByRole('button', { name: t('applications:composer.cancel') })).toBeVisible();
      await page.clock.fastForward(61_000);
      await expectKept();
      line.mend();
    });

    await retry.click();
    await expect(timelineOf(page)).toContainText(note);
    await expect(timelineOf(page)).toContainText('dalolatnoma.pdf');
    await expect(composerOf(page)).toHaveValue('');
    const [message, ...more] = await messagesOf(api, id);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ text: note, files: [{ name: 'dalolatnoma.pdf' }] });
    const stored = await fetch(new URL(message?.files[0]?.url ?? '', server.url));
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(await stored.bytes())).toBe(digest(content));
  } finally {
    await line.close();
  }
});

test('lost responses: the change happens once and the user sees it', async ({ open, api, server }) => {
  const line = await startConnectionProxy(server.url);
  try {
    const about = `Koʻmir kerak ${uniqueMark()}`;
    const page = await open(line.url, 'superadmin', { path: acceptPath });
    await fillAcceptForm(page, about);

    await test.step('a new application is created once', async () => {
      line.loseResponses();
      await submitOf(page).click();
      await expectToast(page, t('kernel:boot.network'));
      await expect(messageOf(page)).toHaveValue(about);
      const [done] = await applicationsAbout(api, about);
      expect(done, 'the server has it').toBeDefined();
      line.mend();
      await page.reload();
      await expect(messageOf(page)).toHaveValue(about);
      await submitOf(page).click();
      await expectToast(page, t('applications:accept.sent'));
      expect((await applicationsAbout(api, about)).map(({ id }) => id)).toEqual([done?.id]);
    });

    await test.step('a change is made once', async () => {
      const { id, uz } = await makeRecord(api, 'directions');
      const name = `${uz.name} yangi`;
      await page.goto(`/directions?search=${encodeURIComponent(uz.name)}`);
      await untilLive(page);
      await rowOf(page, uz.name).click();
      const form = dialogOf(page, t('directions:editTitle'));
      await nameField(form, 'uz').fill(name);
      line.loseResponses();
      await saveButtonOf(form, 'update').click();
      await expectToast(page, t('kernel:boot.network'));
      await expect(nameField(form, 'uz')).toHaveValue(name);
      const done = await directionOf(api, id);
      expect(done.uz.name, 'the server has it').toBe(name);
      line.mend();
      // The list behind the form is read again, and the user's own change in it is recognized.
      await expect(rowOf(page, name)).toBeVisible();
      await expect(showButtonOf(form, t)).toBeHidden();
      await saveButtonOf(form, 'update').click();
      await expectToast(page, t('directions:updated'));
      await expect(form).toBeHidden();
      expect((await directionOf(api, id)).updatedAt, 'nothing was written twice').toBe(done.updatedAt);

      // A further edit starts from the user's own change, and is saved at the first attempt.
      await rowOf(page, name).click();
      await nameField(form, 'uz').fill(`${name} oraliq`);
      line.loseResponses();
      await saveButtonOf(form, 'update').click();
      await expect.poll(async () => (await directionOf(api, id)).uz.name).toBe(`${name} oraliq`);
      await expect(saveButtonOf(form, 'update')).toBeEnabled();
      await nameField(form, 'uz').fill(`${name} oxiri`);
      line.mend();
      await expect(rowOf(page, `${name} oraliq`)).toBeVisible();
      await expect(showButtonOf(form, t)).toBeHidden();
      await saveButtonOf(form, 'update').click();
      await expect(form).toBeHidden();
      expect((await directionOf(api, id)).uz.name).toBe(`${name} oxiri`);
    });
  } finally {
    await line.close();
  }
});

test('a server restart loses nothing', async ({ as, api, server }) => {
  const { id } = await api.sendApplication();
  const tolerate = /dynamically imported module/;
  const page = await as('operator', { path: `/applications/${id}`, tolerate });
  await page.route('**/health/live', (route) => route.abort());
  await page.reload();
  await expect(timelineOf(page)).toBeVisible();

  await server.stop();
  await expect(page.getByText(t('kernel:live.connectionLost'))).toBeVisible();
  await composerOf(page).fill('Server yoʻq paytda yozildi.');
  await sendButtonOf(page).click();
  await expect(page.getByText(t('applications:composer.failed'))).toBeVisible();

  // A page whose code cannot be loaded shows an error, and stays in the application.
  await page.getByRole('link', { name: t('applications:menu.accept'), exact: true }).click();
  await expect(page.getByText(t('kernel:pages.chunk.title'))).toBeVisible();
  await page.getByRole('button', { name: t('kernel:ui.retry') }).click();
  await expectToast(page, t('kernel:boot.network'));
  await expect(page.getByText(t('kernel:pages.chunk.title'))).toBeVisible();
  await page.goBack();

  await server.start();
  await expect(page.getByText(t('kernel:live.connectionLost'))).toBeHidden();
  await sendButtonOf(page).click();
  await expectToast(page, t('applications:composer.messageSent'));
  await expect(timelineOf(page)).toContainText('Server yoʻq paytda yozildi.');
  expect((await messagesOf(api, id)).map(({ text }) => text)).toEqual(['Server yoʻq paytda yozildi.']);
  // Other parts that failed to load appear without a reload.
  const assistant = page.getByRole('button', { name: t('chat:loader.open'), exact: true });
  await expect(assistant).toBeHidden();
  await page.unroute('**/health/live');
  await expect(assistant).toBeVisible();

  await api.accept(id, 'operator2');
  await expect(timelineOf(page)).toContainText(t('applications:status.accepted'));
});
