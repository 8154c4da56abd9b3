import { choose, composerOf, expectToast, padId, timelineOf } from './support/applications.ts';
import { expect, test } from './support/test.ts';
import { untilLive } from './support/staff.ts';
import { t } from './support/texts.ts';

const words = (key: string) => t(`work:task.${key}`);

test('a task is given with a day, completed with a result, returned with a reason, and shown on both screens', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication({ first_name: 'Oysha', last_name: 'Topshiriqova' });
  await api.write('POST', `applications/${id}/actions/statuses`, { status: 'accepted' }, 'operator');
  const path = `/applications/${id}/timeline`;
  const giver = await as('operator', { path });
  const clerk = await as('operator2', { path: '/work' });
  await Promise.all([untilLive(giver), untilLive(clerk)]);
  const colleague = await api.get<{ last_name: string }>('admins/admin', 'operator2');
  const me = await api.get<{ last_name: string }>('admins/admin', 'operator');

  async function give(text: string): Promise<void> {
    await giver.getByRole('button', { name: t('applications:composer.task'), exact: true }).click();
    await choose(giver, t('applications:composer.receiver'), new RegExp(colleague.last_name));
    await expect(giver.getByRole('group', { name: t('applications:composer.due') })).toBeVisible();
    await composerOf(giver).fill(text);
    await giver.getByRole('button', { name: t('applications:composer.sendTask'), exact: true }).click();
    await expectToast(giver, t('applications:composer.taskSent'));
  }

  await test.step('is given until a day, and is on the work page of its holder', async () => {
    await give('Tomni borib koʻring.');
    await expect(timelineOf(giver)).toContainText(words('state.open'));
    await expect(timelineOf(giver).getByRole('button', { name: words('done.action') })).toHaveCount(0);
    const group = clerk.getByRole('region', { name: new RegExp(`^${t('work:groups.tasks.title')}`) });
    const row = group.getByRole('listitem').filter({ hasText: padId(id) });
    await expect(row).toContainText('Tomni borib koʻring.');
    await expect(row).toContainText(me.last_name);
    await row.getByRole('link').click();
  });

  await test.step('is done by keyboard with a result, which the giver sees at once', async () => {
    await timelineOf(clerk)
      .getByRole('button', { name: words('done.action') })
      .press('Enter');
    const dialog = clerk.getByRole('dialog');
    await clerk.keyboard.press('Control+Enter');
    await expect(dialog).toContainText(words('done.required'));
    await dialog.getByRole('textbox').fill('Tom ikki joyidan oqmoqda.');
    await clerk.keyboard.press('Control+Enter');
    await expectToast(clerk, words('done.toast'));
    await expect(dialog).toHaveCount(0);
    for (const page of [giver, clerk]) {
      await expect(timelineOf(page)).toContainText(words('state.done'));
      await expect(timelineOf(page)).toContainText(t('applications:tasks.resultOf'));
      await expect(timelineOf(page)).toContainText('Tom ikki joyidan oqmoqda.');
    }
  });

  await test.step('another is returned, and the giver is responsible again', async () => {
    await give('Endi hujjatlarni yigʻing.');
    await timelineOf(clerk)
      .getByRole('button', { name: words('returned.action') })
      .click();
    const dialog = clerk.getByRole('dialog');
    await expect(dialog).toContainText(me.last_name);
    await dialog.getByRole('textbox').fill('Hujjatlar sizda.');
    await dialog.getByRole('button', { name: words('returned.action') }).click();
    await expectToast(clerk, words('returned.toast'));
    for (const page of [giver, clerk]) {
      await expect(timelineOf(page)).toContainText(t('applications:tasks.returnOf'));
      await expect(timelineOf(page)).toContainText('Hujjatlar sizda.');
    }
    const { receiver } = await api.get<{ receiver: { last_name: string } }>(`applications/${id}`, 'operator');
    expect(receiver.last_name).toBe(me.last_name);
  });

  await test.step('while one is open, completing asks first', async () => {
    await give('Oxirgi marta koʻring.');
    await giver.getByRole('button', { name: t('applications:detail.changeStatus') }).click();
    await giver.getByRole('menuitem', { name: t('applications:status.completed') }).click();
    await giver.getByRole('dialog').getByRole('textbox').fill('Taʼmirlandi.');
    await giver.keyboard.press('Control+Enter');
    const question = giver
      .getByRole('alertdialog')
      .or(giver.getByRole('dialog'))
      .filter({ hasText: t('applications:tasks.closeTitle') });
    await expect(question).toContainText(colleague.last_name);
    await question.getByRole('button', { name: t('applications:tasks.closeAction') }).click();
    await expectToast(giver, t('applications:detail.statusChanged'));
    for (const page of [giver, clerk]) await expect(timelineOf(page)).toContainText(words('state.closed'));
  });
});
