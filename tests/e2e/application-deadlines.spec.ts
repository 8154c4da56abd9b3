import { expectToast, timelineOf } from './support/applications.ts';
import { expect, test } from './support/test.ts';
import { untilLive } from './support/staff.ts';
import { t } from './support/texts.ts';

test('the deadline of an application is moved with a reason, and extended by a head alone', async ({
  as,
  api,
}) => {
  const { id } = await api.sendApplication();
  const path = `/applications/${id}/timeline`;
  const operator = await as('operator', { path });
  const head = await as('superadmin', { path });
  await Promise.all([untilLive(operator), untilLive(head)]);
  const change = t('applications:deadlineChange.change');
  const reason = 'Tuman hokimligidan maʼlumotnoma soʻraldi.';

  await test.step('an operator requests further study, with a reason', async () => {
    await operator.getByRole('button', { name: change, exact: true }).click();
    await expect(
      operator.getByRole('menuitem', { name: t('applications:deadlineChange.transfer.choice') }),
    ).toBeVisible();
    await expect(
      operator.getByRole('menuitem', { name: t('applications:deadlineChange.extension.choice') }),
    ).toHaveCount(0);
    await operator.getByRole('menuitem', { name: t('applications:deadlineChange.study.choice') }).click();
    const dialog = operator.getByRole('dialog');
    await dialog.getByRole('button', { name: t('applications:deadlineChange.submit'), exact: true }).click();
    await expect(dialog).toContainText(t('applications:detail.reasonRequired'));
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await dialog.getByRole('textbox').fill(reason);
    await operator.keyboard.press('Control+Enter');
    await expectToast(operator, t('applications:deadlineChange.changed'));
    await expect(dialog).toHaveCount(0);
  });

  await test.step('both screens show the new deadline beside the first one, and the reason', async () => {
    for (const page of [operator, head]) {
      await expect(
        page.getByText(t('applications:deadlineChange.originalDeadline'), { exact: true }),
      ).toBeVisible();
      await expect(timelineOf(page)).toContainText(t('applications:deadlineChange.study.name'));
      await expect(timelineOf(page)).toContainText(reason);
    }
    // No action is left for an operator.
    await expect(operator.getByRole('button', { name: change, exact: true })).toHaveCount(0);
  });

  await test.step('a head extends it once, when the citizen was notified', async () => {
    await head.getByRole('button', { name: change, exact: true }).click();
    await head.getByRole('menuitem', { name: t('applications:deadlineChange.extension.choice') }).click();
    const dialog = head.getByRole('dialog');
    await dialog.getByRole('textbox').last().fill('Komissiya xulosasi kutilmoqda.');
    const submit = dialog.getByRole('button', { name: t('applications:deadlineChange.submit'), exact: true });
    await submit.click();
    await expect(dialog).toContainText(t('applications:deadlineChange.citizenNotifiedRequired'));
    await dialog.getByRole('checkbox').check();
    await submit.click();
    await expectToast(head, t('applications:deadlineChange.changed'));
    await expect(head.getByRole('button', { name: change, exact: true })).toHaveCount(0);
    await expect(timelineOf(operator)).toContainText(t('applications:deadlineChange.extension.name'));
  });
});

test('the deadline is read once, however many steps the timeline shows', async ({ as, api }) => {
  const { id } = await api.sendApplication();
  for (const text of ['Birinchi', 'Ikkinchi', 'Uchinchi', 'Toʻrtinchi'])
    await api.sendMessage(id, 'superadmin', text);
  const page = await as('operator', { path: `/applications/${id}/timeline` });
  await expect(timelineOf(page)).toContainText('Toʻrtinchi');
  await untilLive(page);
  const isDeadline = (address: string) => address.endsWith(`/applications/${id}/deadline`);
  let reads = 0;
  page.on('request', (request) => void (isDeadline(request.url()) && reads++));
  const reading = page.waitForResponse((response) => isDeadline(response.url()));
  await api.sendMessage(id, 'superadmin', 'Beshinchi');
  await expect(timelineOf(page)).toContainText('Beshinchi');
  await reading;
  expect(reads).toBe(1);
});
