import type { Page } from '@playwright/test';
import { generateKey } from '#kernel/server/artefacts/signature.ts';
import { queueFiles, writePacked } from '../external/support/queue.ts';
import { Api } from './support/api.ts';
import { choose, padId } from './support/applications.ts';
import { chooseMore } from './support/citizens.ts';
import { goTo } from './support/pages.ts';
import { answerConfirmation, uniqueMark } from './support/records.ts';
import { deploymentWith, startProduct } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

// What is entered in a dialog beside or above other unsaved input.

const leaveTitle = t('kernel:leave.title');
const discardTitle = t('kernel:records.discardTitle');

/** A page with unsaved changes, and a dialog above it that has its own guard and no changes. */
const client = `
  import { createElement as h, useState } from 'react';
  import { anyone, definePlugin } from '@komak/plugin-api/contract';
  import { Button, defineClient, Dialog, useDiscardGuard, useLeaveGuard } from '@komak/plugin-api/client';
  const manifest = definePlugin({ id: 'queue', version: '1.0.0', routes: { hall: { path: '/queue', access: anyone } } });
  function Clean({ onClose }) {
    const guard = useDiscardGuard({ isDirty: false, sending: false });
    return h(Dialog, { open: true, title: 'Clean', onClose, guard });
  }
  function Hall() {
    useLeaveGuard(true);
    const [isOpen, setOpen] = useState(false);
    return h('section', null, h('h1', null, 'Hall'), h(Button, { onClick: () => setOpen(true) }, 'open'),
      isOpen ? h(Clean, { onClose: () => setOpen(false) }) : null);
  }
  export const client = defineClient(manifest, { pages: { hall: Hall } });`;

test('a page with unsaved changes asks before it is left, also below a dialog without any', async ({
  open,
}) => {
  test.setTimeout(180_000);
  const { privateKey, publicKey } = generateKey();
  const server = await startProduct(
    deploymentWith((deployment) => void (deployment.trust = { keys: { city: publicKey } })),
  );
  try {
    const packed = await writePacked(queueFiles({ key: { name: 'city', privateKey }, client }));
    expect(await server.command('plugin', 'add', packed, '--yes')).toMatchObject({ code: 0 });
    expect(await server.command('plugins', 'enable', 'queue')).toMatchObject({ code: 0 });
    const page = await open(server.url, 'operator', { path: '/settings' }, new Api(server.url));
    await goTo(page, '/queue', { idx: 1 });
    await page.getByRole('button', { name: 'open' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clean' });
    await expect(dialog).toBeVisible();
    await page.goBack();
    await answerConfirmation(page, leaveTitle, false);
    await expect(page).toHaveURL(/\/queue$/);
    await dialog.press('Escape');
    await expect(dialog).toBeHidden();
    await page.goBack();
    await answerConfirmation(page, leaveTitle, true);
    await expect(page).toHaveURL(/\/settings$/);
  } finally {
    await server.close();
  }
});

const more = t('applications:more.label');

/** Opens an application from another page. */
async function openApplication(page: Page, id: number): Promise<void> {
  await goTo(page, `/applications/${id}/timeline`, { idx: 1 });
  await expect(page.getByRole('button', { name: more, exact: true })).toBeVisible();
}

test('the fields beside a reason are kept with it', async ({ as, api }) => {
  const { id } = await api.sendApplication();
  const page = await as('superadmin', { path: '/settings' });
  await openApplication(page, id);
  const dialog = page.getByRole('dialog');
  const place = dialog.getByRole('combobox', {
    name: new RegExp(`^${t('applications:transfer.neighborhood')}`),
  });
  const reason = dialog.getByRole('textbox', { name: t('applications:detail.reason') });

  await test.step('the neighbourhood of a transfer', async () => {
    await chooseMore(page, more, t('applications:more.transfer'));
    await choose(page, new RegExp(`^${t('applications:transfer.neighborhood')}`), /./);
    const chosen = (await place.textContent()) ?? '';
    expect(chosen).not.toBe(t('applications:accept.neighborhoodPlaceholder'));
    await reason.fill('Boshqa mahallada yashaydi');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await chooseMore(page, more, t('applications:more.transfer'));
    await expect(reason).toHaveValue('Boshqa mahallada yashaydi');
    await expect(place).toHaveText(chosen);
    await dialog.getByRole('button', { name: t('applications:transfer.submit') }).click();
    await expect(dialog).toHaveCount(0);
    await chooseMore(page, more, t('applications:more.transfer'));
    await expect(place, 'a sent choice is no draft any more').not.toHaveText(chosen);
    await page.keyboard.press('Escape');
  });

  await test.step('the days of an extension, and that the citizen was notified', async () => {
    const begin = async () => {
      await page.getByRole('button', { name: t('applications:deadlineChange.change'), exact: true }).click();
      await page.getByRole('menuitem', { name: t('applications:deadlineChange.extension.choice') }).click();
    };
    const days = dialog.getByRole('textbox', { name: t('applications:deadlineChange.days') });
    await begin();
    await days.fill('4');
    await dialog.getByRole('checkbox').check();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await begin();
    await expect(days).toHaveValue('4');
    await expect(dialog.getByRole('checkbox')).toBeChecked();
  });
});

test('a choice in the dialog of a bulk job is not lost by Escape', async ({ as, api }) => {
  const mark = uniqueMark();
  const { id } = await api.sendApplication({ last_name: mark });
  const page = await as('operator', { path: `/applications/list?search=${mark}` });
  await page.getByRole('button', { name: t('applications:bulk.select'), exact: true }).click();
  await page.getByRole('checkbox', { name: t('applications:bulk.one', { id: padId(id) }) }).check();
  await page.getByRole('button', { name: t('applications:bulk.chooseAction'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(`^${t('applications:bulk.kinds.forward')}`) }).check();
  await page.keyboard.press('Escape');
  await answerConfirmation(page, discardTitle, false);
  await expect(dialog.getByRole('radio', { checked: true })).toHaveAccessibleName(
    new RegExp(`^${t('applications:bulk.kinds.forward')}`),
  );
});

test('a change of who sees a view is not lost by Escape or the back button', async ({ as }) => {
  const page = await as('operator', { path: '/settings' });
  await goTo(page, '/applications/list?receiver=nobody', { idx: 1 });
  await page.getByRole('button', { name: t('applications:views.save'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('applications:views.saveTitle') });
  const share = dialog.getByRole('combobox', { name: t('applications:views.share') });
  await share.click();
  await page.getByRole('option').nth(1).click();
  const chosen = await share.textContent();
  await page.keyboard.press('Escape');
  await answerConfirmation(page, discardTitle, false);
  await page.goBack();
  await answerConfirmation(page, leaveTitle, false);
  await expect(share).toHaveText(chosen ?? '');
});
