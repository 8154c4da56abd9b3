import type { Page, Route } from '@playwright/test';
import { createRegistry, deploymentSchema } from '#kernel/contract/index.ts';
import { dependentsOf } from '#kernel/server/plugins/state/contributions.ts';
import { manifests } from '../architecture/manifests.ts';
import { expectToast } from './support/applications.ts';
import { inLanguage } from './support/records.ts';
import { deploymentWith } from './support/server.ts';
import { untilLive } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

type Translate = ReturnType<typeof textsIn>;

const menuOf = (page: Page, translate: Translate) =>
  page.getByRole('navigation', { name: translate('kernel:shell.menu') });

/** Clicks the switch of a plugin, and confirms the plan. */
async function press(page: Page, translate: Translate, name: string, on: boolean): Promise<void> {
  const verb = on ? 'on' : 'off';
  await page
    .getByRole('switch', { name: translate(on ? 'plugins:switchOn' : 'plugins:switchOff', { name }) })
    .click();
  const dialog = page.getByRole('dialog', { name: translate(`plugins:confirm.${verb}`, { name }) });
  await dialog.getByRole('button', { name: translate(`plugins:switch.${verb}`), exact: true }).click();
  await expectToast(page, translate(`plugins:switched.${verb}`, { name }));
}

for (const [language, translate] of inLanguage('ru')) {
  test(`switching a plugin reaches another browser's open page at once, in ${language}`, async ({
    as,
    server,
  }) => {
    const name = translate('applications:menu.title');
    const master = await as('superadmin', { path: '/plugins', language });
    const worker = await as('operator', { path: '/applications/accept', language });
    const text = 'Tomni yopishga shifer kerak';
    const field = worker.getByPlaceholder(translate('applications:accept.messagePlaceholder'));
    await field.fill(text);
    await Promise.all([untilLive(master), untilLive(worker)]);

    await press(master, translate, name, false);
    await expect(
      worker.getByRole('heading', { name: translate('kernel:pages.switchedOff.title') }),
    ).toBeVisible();
    await expect(menuOf(worker, translate).getByText(name)).toHaveCount(0);
    await expect(menuOf(master, translate).getByText(name)).toHaveCount(0);
    expect((await fetch(`${server.url}/api/uz/applications`)).status).toBe(404);

    await press(master, translate, name, true);
    await expect(menuOf(worker, translate).getByText(name).first()).toBeVisible();
    await expect(field).toHaveValue(text);
    await expect(worker).toHaveURL(/\/applications\/accept/);
  });
}

test('a disabled plugin has no page, menu entry or call, and its code is not loaded', async ({ as }) => {
  const translate = textsIn('uz');
  const master = await as('superadmin', { path: '/plugins' });
  await press(master, translate, translate('applications:menu.title'), false);
  const page = await as('operator', { path: '/settings' });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/applications/list');
  await expect(page.getByRole('heading', { name: translate('kernel:pages.notFound.title') })).toBeVisible();
  await expect(menuOf(page, translate).getByText(translate('applications:menu.title'))).toHaveCount(0);
  expect(fetched.filter((path) => /assets\/.*applications|locales\/..\/applications/.test(path))).toEqual([]);
  await press(master, translate, translate('applications:menu.title'), true);
});

test('the plan lists the dependent plugins and the data that stay, and requires confirmation', async ({
  as,
}) => {
  const translate = textsIn('uz');
  const page = await as('superadmin', { path: '/plugins' });
  const name = translate('streets:menu.title');
  await page.getByRole('switch', { name: translate('plugins:switchOff', { name }) }).click();
  const dialog = page.getByRole('dialog');
  const registry = createRegistry(manifests, deploymentSchema.parse(deploymentWith()));
  const also = dependentsOf('streets', registry.enabled).map((id) => translate(`${id}:menu.title`));
  expect(also).toContain(translate('households:menu.title'));
  await expect(
    dialog.getByText(translate('plugins:plan.alsoOff', { plugins: also.join(', ') })),
  ).toBeVisible();
  await expect(dialog.getByText(translate('plugins:plan.data'))).toBeVisible();
  await dialog.getByRole('button', { name: translate('plugins:cancel'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(menuOf(page, translate).getByText(name)).toBeVisible();
  await expect(
    page.getByRole('switch', {
      name: translate('plugins:switchOff', { name: translate('plugins:plugin.name') }),
    }),
  ).toBeDisabled();
});

test("a settings form does not overwrite another user's settings unseen", async ({ as, api }) => {
  const translate = textsIn('uz');
  const page = await as('superadmin', { path: '/plugins/applications' });
  const label = translate('applications:config.deadlineDays.label');
  const days = page.getByRole('textbox', { name: label, exact: true });
  const save = page.getByRole('button', { name: translate('plugins:settings.save'), exact: true });
  const note = page.getByRole('alert').filter({ hasText: translate('plugins:settings.newer') });
  const change = (deadlineDays: number) =>
    api.write('PUT', 'plugins/applications/settings', { config: { deadlineDays } }, 'superadmin');
  await untilLive(page);

  await test.step('that were saved just before', async () => {
    const saveAfterThem = async (route: Route) => {
      await change(40);
      await route.continue();
    };
    await page.route('**/plugins/applications/settings', saveAfterThem, { times: 1 });
    await days.fill('35');
    await days.blur();
    await save.click();
    await expect(note).toContainText(`${label}: 40`);
    await expect(days).toHaveValue('35');
  });

  await test.step('that were saved while the form was open', async () => {
    await change(45);
    await expect(note).toContainText(`${label}: 45`);
    await expect(days).toHaveValue('35');
  });

  await save.click();
  await expectToast(page, translate('plugins:settings.saved'));
  await expect(note).toHaveCount(0);
  await expect(days).toHaveValue('35');
  await page.getByRole('button', { name: translate('plugins:settings.asDeployed') }).click();
  await save.click();
  await expect(page.getByText(translate('plugins:settings.overridden'))).toHaveCount(0);
});

test('settings form: an invalid value shows its error, a valid one applies at once', async ({
  as,
  api,
  server,
}) => {
  const translate = textsIn('uz');
  const page = await as('superadmin', { path: '/plugins/applications' });
  const days = page.getByRole('textbox', {
    name: translate('applications:config.deadlineDays.label'),
    exact: true,
  });
  const save = page.getByRole('button', { name: translate('plugins:settings.save'), exact: true });
  await days.fill('');
  await days.blur();
  await save.click();
  // An empty field takes the default, as an absent setting does.
  await expectToast(page, translate('plugins:settings.saved'));
  await days.fill('30');
  await days.blur();
  await save.click();
  await expect(page.getByText(translate('plugins:settings.overridden'))).toBeVisible();
  const announced = (await (await fetch(`${server.url}/api/uz/plugins`)).json()) as {
    plugins: { id: string; config: { deadlineDays?: number } }[];
  };
  expect(announced.plugins.find(({ id }) => id === 'applications')?.config.deadlineDays).toBe(30);

  await test.step("another user's saved settings appear in an unchanged form", async () => {
    await untilLive(page);
    await api.write('PUT', 'plugins/applications/settings', { config: { deadlineDays: 20 } }, 'superadmin');
    await expect(days).toHaveValue('20');
    await expect(save).toBeDisabled();
  });

  const toasts = page.getByRole('region', { name: translate('kernel:ui.notifications'), exact: true });
  const saved = toasts.getByText(translate('plugins:settings.saved'));
  await test.step('form is disabled while submitting and editable afterwards', async () => {
    const line = Promise.withResolvers<void>();
    await page.route('**/plugins/applications/settings', async (route) => {
      await line.promise;
      await route.continue();
    });
    await days.fill('25');
    await days.press('Control+Enter');
    await expect(page.getByRole('button', { name: translate('plugins:settings.save') })).toBeFocused();
    await page.keyboard.type('9');
    await expect(days).toHaveValue('25');
    line.resolve();
    await expect(days).toBeFocused();
    await expect(saved).toBeVisible();
  });

  await test.step('closing a toast lets the next ones leave', async () => {
    await toasts.getByRole('button', { name: translate('kernel:ui.close') }).focus();
    await page.keyboard.press('Enter');
    await expect(saved).toHaveCount(0);
    await page.clock.install();
    await page.getByRole('button', { name: translate('plugins:settings.asDeployed') }).click();
    await save.click();
    await expect(saved).toBeVisible();
    await page.clock.fastForward(6000);
    await expect(saved).toHaveCount(0);
  });
  await expect(page.getByText(translate('plugins:settings.overridden'))).toHaveCount(0);
});
