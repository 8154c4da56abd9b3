import type { Admin } from '#plugins/admins/contract.ts';
import { choose, expectToast, timelineOf } from './support/applications.ts';
import { loseResponse } from './support/hold.ts';
import { answerConfirmation, saveButtonOf } from './support/records.ts';
import { makeAdmin, openMore, untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

test('a head sees the load, hands over from there, and downloads the table', async ({ as, api }) => {
  const me = await api.get<{ id: number; last_name: string; first_name: string }>('admins/admin', 'operator');
  const other = await api.get<{ id: number; last_name: string; first_name: string }>(
    'admins/admin',
    'operator2',
  );
  const { id } = await api.sendApplication({ last_name: 'Yuklamayeva' });
  const leaving = await makeAdmin(api);
  await api.accept(id, 'operator');
  await api.forward(id, 'operator', Number(leaving.id), 'Davom eting');

  const head = await as('superadmin', { path: '/work/load' });
  await untilLive(head);
  const name = `${leaving.last_name} ${leaving.first_name}`;
  const row = head.getByRole('row').filter({ hasText: leaving.last_name });

  await test.step('the row counts the application and the task', async () => {
    await expect(head.getByRole('heading', { level: 1 })).toHaveText(t('work:load.title'));
    await expect(row).toContainText('1');
    const saved = head.waitForEvent('download');
    await head.getByRole('button', { name: t('work:load.export'), exact: true }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
  });

  await test.step('an absence is saved with a substitute, and shown', async () => {
    await row.getByRole('button', { name: t('work:load.awayOf', { name }) }).press('Enter');
    const dialog = head.getByRole('dialog');
    await dialog.getByRole('button', { name: t('work:absence.submit') }).click();
    await expect(dialog).toContainText(t('work:absence.substituteRequired'));
    await choose(head, t('work:absence.substitute'), new RegExp(other.last_name));
    const until = dialog.getByRole('group', { name: t('work:absence.until') });
    await until.getByRole('spinbutton').or(until.getByRole('textbox')).first().click();
    await head.keyboard.type('31122099');
    await dialog.getByRole('heading').first().click();
    await head.keyboard.press('Escape');
    await answerConfirmation(head, t('kernel:records.discardTitle'), false);
    await expect(dialog).toContainText(other.last_name);
    await loseResponse(head, '**/api/uz/applications/absences');
    await dialog.getByRole('button', { name: t('work:absence.submit') }).click();
    await expect(dialog).toContainText(t('kernel:boot.network'));
    await dialog.getByRole('button', { name: t('work:absence.submit') }).click();
    await expectToast(head, t('work:absence.saved'));
    await expect(row).toContainText(other.last_name);
    await row.getByRole('button', { name: t('work:load.awayOf', { name }) }).click();
    const remove = dialog.getByRole('button', { name: /oʻchirish/ });
    const question = head.getByRole('alertdialog');
    await remove.click();
    await question.getByRole('button', { name: t('kernel:ui.cancel') }).click();
    await expect(remove).toBeFocused();
    await head.keyboard.press('Enter');
    await question.getByRole('button', { name: t('kernel:ui.confirm') }).click();
    await expectToast(head, t('work:absence.deleted'));
    await expect(remove).toHaveCount(0);
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await dialog.getByRole('button', { name: t('work:task.cancel') }).click();
  });

  await test.step('their applications go to a colleague, and the timeline shows it', async () => {
    await row.getByRole('button', { name: t('work:load.handOverOf', { name }) }).click();
    const dialog = head.getByRole('dialog');
    await expect(dialog).toContainText(name);
    await dialog.getByRole('combobox').click();
    await head.getByRole('option', { name: new RegExp(me.last_name) }).click();
    await head.keyboard.press('Escape');
    await answerConfirmation(head, t('kernel:records.discardTitle'), false);
    await expect(dialog.getByRole('combobox')).toHaveText(new RegExp(me.last_name));
    await dialog.getByRole('button', { name: t('work:handover.submit') }).click();
    await expectToast(head, t('work:handover.done', { count: 1 }));
    await expect
      .poll(
        async () =>
          (await api.get<{ receiver: { id: number } }>(`applications/${id}`, 'superadmin')).receiver.id,
      )
      .toBe(me.id);
    await head.goto(`/applications/${id}/timeline`);
    await expect(timelineOf(head)).toContainText(t('applications:handover.message'));
    await expect(timelineOf(head)).toContainText(me.last_name);
  });

  await test.step('an admin is not removed while their applications cannot be read', async () => {
    await api.forward(id, 'operator', Number(leaving.id), 'Yana sizga');
    await head.goto(`/admins/list?search=${encodeURIComponent(leaving.login)}`);
    await head.route('**/applications/handovers/*', (route) => route.fulfill({ status: 500, json: {} }), {
      times: 1,
    });
    await openMore(head.getByRole('row').filter({ hasText: leaving.login }));
    await head.getByRole('menuitem', { name: t('admins:block.action') }).click();
    await expectToast(head, t('kernel:boot.generic'));
    await expect(head.getByRole('dialog').or(head.getByRole('alertdialog'))).toHaveCount(0);
  });

  await test.step('removing an admin requires a successor first', async () => {
    const admin = head.getByRole('row').filter({ hasText: leaving.login });
    await openMore(admin);
    await head.getByRole('menuitem', { name: t('admins:block.action') }).click();
    const dialog = head.getByRole('dialog');
    await expect(dialog).toContainText(t('work:handover.offboarding'));
    await dialog.getByRole('combobox').click();
    await head.getByRole('option', { name: new RegExp(other.last_name) }).click();
    // Applications that they receive during it are shown, and the selection stays.
    await expect(dialog).toContainText(/ 1 ta topshiriq/);
    const further = await api.sendApplication({ last_name: 'Yuklamayeva' });
    await api.accept(further.id, 'operator');
    await api.forward(further.id, 'operator', Number(leaving.id), 'Bunisi ham sizga');
    await expect(dialog).toContainText(/ 2 ta topshiriq/);
    await expect(dialog.getByRole('combobox')).toHaveText(new RegExp(other.last_name));
    await dialog.getByRole('button', { name: t('work:handover.submit') }).click();
    await answerConfirmation(head, t('admins:block.title', { name }), true);
    await expectToast(head, t('admins:block.done', { name }));
    const found = () => api.get<{ receiver: { id: number } }>(`applications/${id}`, 'superadmin');
    await expect.poll(async () => (await found()).receiver.id).toBe(other.id);
  });

  await test.step('a change of area requires successors for inaccessible applications, and canceling it changes nothing', async () => {
    const place = await api.sharedNeighborhood();
    const moved = await makeAdmin(api);
    await api.forward(id, 'operator', Number(moved.id), 'Sizga');
    await head.goto(`/admins/list?search=${encodeURIComponent(moved.login)}`);
    const admin = head.getByRole('row').filter({ hasText: moved.login });
    await admin.getByRole('button', { name: /tahrirlash/i }).click();
    const form = head.getByRole('dialog');
    await form.getByRole('combobox', { name: t('admins:neighborhoods') }).press('Backspace');
    await saveButtonOf(form, 'update').click();
    const dialog = head.getByRole('dialog').filter({ hasText: t('work:handover.change') });
    await dialog.getByRole('button', { name: t('work:task.cancel') }).click();
    const stored = async () =>
      (await api.get<{ items: Admin[] }>(`admins?search=${moved.login}`, 'superadmin')).items[0];
    expect((await stored())?.neighborhoods.map((one) => Number(one.id))).toEqual([place]);
    await saveButtonOf(form, 'update').click();
    await dialog.getByRole('combobox').click();
    await head.getByRole('option', { name: new RegExp(other.last_name) }).click();
    await dialog.screenshot({ path: 'test-results/screenshots/handover-change.png' });
    await dialog.getByRole('button', { name: t('work:handover.submit') }).click();
    await expect.poll(async () => (await stored())?.neighborhoods).toEqual([]);
    const found = () => api.get<{ receiver: { id: number } }>(`applications/${id}`, 'superadmin');
    await expect.poll(async () => (await found()).receiver.id).toBe(other.id);
  });
});
