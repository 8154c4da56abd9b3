import type { Neighborhood } from '#plugins/neighborhoods/contract.ts';
import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import type { Admin } from '#plugins/admins/contract.ts';
import { choose, expectToast } from './support/applications.ts';
import { accessibilityIssuesOf } from './support/axe.ts';
import { makeSharedBorder, moveCorners, planOf } from './support/border-city.ts';
import { answerConfirmation, inLanguage, saveButtonOf } from './support/records.ts';
import { tokenOf, untilLive } from './support/staff.ts';
import { smallTargetsOf } from './support/small-targets.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/texts.ts';

const nameOf = ({ first_name, last_name }: Admin) => `${last_name} ${first_name}`;

for (const [language, translate] of inLanguage('uz')) {
  test(`a border is saved by a plan with its neighbour, its households and their applications, in ${language}`, async ({
    as,
    open,
    api,
    server,
  }) => {
    test.slow();
    const { at, box, west, east, former, next, other, household, application } = await makeSharedBorder(
      api,
      server.url,
    );
    const mfy = (record: typeof west) => translate('neighborhoods:mfy', { name: record[language].name });
    const page = await as('superadmin', { path: `/neighborhoods/${east.id}`, language });
    const elsewhere = await open(
      server.url,
      { token: await tokenOf(server.url, next.login) },
      { path: '/households/list', language },
    );
    await untilLive(elsewhere);
    await expect(elsewhere.getByRole('main').getByText('17', { exact: false })).toHaveCount(0);
    const dialog = planOf(page, translate);

    await test.step('shows the moved records, and cancels without effect', async () => {
      const main = await moveCorners(page, translate, {
        title: east[language].name,
        lng: at(0, 8)[1],
        corners: [1, 4],
      });
      await saveButtonOf(main, 'update', translate).click();
      await expect(dialog).toBeVisible();
      await expect(dialog.getByText(translate('neighborhoods:plan.before'), { exact: true })).toBeVisible();
      const moved = translate('neighborhoods:plan.moved', { from: mfy(west), to: mfy(east), count: 1 });
      await expect(dialog.getByText(moved)).toHaveCount(2);
      await dialog.getByText(translate('neighborhoods:plan.list')).first().click();
      await expect(dialog.getByRole('link').first()).toHaveAttribute('href', `/households/${household.id}`);
      for (const one of [former, next]) await expect(dialog.getByText(nameOf(one)).last()).toBeVisible();
      await dialog.getByRole('button', { name: translate('neighborhoods:plan.back') }).click();
      await expect(dialog).toBeHidden();
      const { coords } = await api.get<Neighborhood>(`neighborhoods/${east.id}`, 'superadmin');
      expect(coords).toEqual(box(0, 10, 10, 20));
    });

    await test.step('an outdated plan is replaced by a new one', async () => {
      const main = page.getByRole('main');
      await saveButtonOf(main, 'update', translate).click();
      await choose(
        page,
        translate('neighborhoods:plan.handover', { name: nameOf(former), to: mfy(east), count: 1 }),
        nameOf(other),
      );
      await page.keyboard.press('Escape');
      await answerConfirmation(page, translate('kernel:records.discardTitle'), false, translate);
      await expect(dialog.getByRole('combobox').filter({ hasText: nameOf(other) })).toBeVisible();
      await api.sendApplication({
        neighborhood_id: String(west.id),
        personal_number: household.citizens[0]?.personal_number ?? '',
      });
      await dialog.getByRole('button', { name: translate('neighborhoods:plan.save') }).click();
      await expect(dialog.getByText(translate('neighborhoods:errors.plan_changed'))).toBeVisible();
      const moved = translate('neighborhoods:plan.moved', { from: mfy(west), to: mfy(east), count: 2 });
      await expect(dialog.getByText(moved)).toBeVisible();
    });

    await test.step('requires the successor for an application, and saves both borders', async () => {
      await dialog.getByRole('button', { name: translate('neighborhoods:plan.save') }).click();
      const label = translate('neighborhoods:plan.handover', {
        name: nameOf(former),
        to: mfy(east),
        count: 1,
      });
      await expect(dialog.getByText(translate('neighborhoods:errors.successor_required'))).toBeVisible();
      await expect(dialog.getByRole('combobox', { name: label })).toBeFocused();
      await choose(page, label, nameOf(next));
      await dialog.getByRole('button', { name: translate('neighborhoods:plan.save') }).click();
      await expectToast(page, translate('neighborhoods:updated'));
      const stored = (id: number) => api.get<Neighborhood>(`neighborhoods/${id}`, 'superadmin');
      expect((await stored(east.id)).coords).toEqual(box(0, 8, 10, 20));
      expect(new Set((await stored(west.id)).coords.map(String))).toEqual(
        new Set(box(0, 0, 10, 8).map(String)),
      );
      const { receiver } = await api.get<{ receiver: { id: number } }>(
        `applications/${application.id}`,
        'superadmin',
      );
      expect(receiver.id).toBe(next.id);
    });

    await test.step('the household appears on the screen of its new area', async () => {
      await expect(elsewhere.getByRole('main').getByText('17', { exact: false }).first()).toBeVisible();
    });
  });
}

for (const [language, translate] of inLanguage('ru')) {
  test(`a border is planned even if the neighbours are not loaded yet, in ${language}`, async ({
    as,
    api,
    server,
  }) => {
    test.slow();
    const { at, box, west, east } = await makeSharedBorder(api, server.url);
    const page = await as('superadmin', { path: '/neighborhoods/list', language });
    const held = Promise.withResolvers<void>();
    let isSaving = false;
    await page.route('**/neighborhoods/borders', async (route) => {
      // Those of the form arrive when everything is done.
      if (!isSaving) await held.promise;
      await route.continue().catch(() => undefined);
    });
    await page.goto(`/neighborhoods/${east.id}`);
    const main = await moveCorners(page, translate, {
      title: east[language].name,
      lng: at(0, 8)[1],
      corners: [1, 4],
    });
    await page.setViewportSize({ width: 375, height: 740 });
    isSaving = true;
    await saveButtonOf(main, 'update', translate).click();
    const dialog = planOf(page, translate);
    const mfy = (record: typeof west) => translate('neighborhoods:mfy', { name: record[language].name });
    const moved = translate('neighborhoods:plan.moved', { from: mfy(west), to: mfy(east), count: 1 });
    await expect(dialog.getByText(moved).first()).toBeVisible();
    // On a phone it starts with the borders, not with the first question.
    await expect(dialog.getByText(translate('neighborhoods:plan.before'), { exact: true })).toBeInViewport();
    expect(await accessibilityIssuesOf(page)).toEqual([]);
    expect(await smallTargetsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: translate('neighborhoods:plan.back') }).click();
    const { coords } = await api.get<Neighborhood>(`neighborhoods/${east.id}`, 'superadmin');
    expect(coords).toEqual(box(0, 10, 10, 20));
    held.resolve();
  });
}

test('a border whose neighbours cannot follow, since their code is not loaded, says so', async ({
  as,
  api,
  server,
}) => {
  const { at, east } = await makeSharedBorder(api, server.url);
  const page = await as('superadmin', { path: `/neighborhoods/${east.id}` });
  await page.route(/\/assets\/follow-[\w-]+\.js/, (route) => route.abort('connectionreset'));
  await moveCorners(page, t, { title: east.uz.name, lng: at(0, 8)[1], corners: [1] });
  await expectToast(page, t('kernel:boot.network'));
});

for (const [language, translate] of inLanguage('ru')) {
  test(`a plan names who receives for a successor who is away, in ${language}`, async ({
    as,
    api,
    server,
  }) => {
    test.slow();
    const { at, east, former, next, other } = await makeSharedBorder(api, server.url);
    const today = dayAt(Date.now(), 'Asia/Tashkent');
    const absence = { admin_id: next.id, from: today, until: addDays(today, 3), substitute_id: other.id };
    await api.write('POST', 'applications/absences', absence, 'superadmin');
    const page = await as('superadmin', { path: `/neighborhoods/${east.id}`, language });
    const main = await moveCorners(page, translate, {
      title: east[language].name,
      lng: at(0, 8)[1],
      corners: [1, 4],
    });
    await saveButtonOf(main, 'update', translate).click();
    const dialog = planOf(page, translate);
    const mfy = translate('neighborhoods:mfy', { name: east[language].name });
    const label = translate('neighborhoods:plan.handover', { name: nameOf(former), to: mfy, count: 1 });
    await choose(page, label, nameOf(next));
    const away = translate('neighborhoods:plan.candidateAway', { name: nameOf(other) });
    await expect(dialog.getByText(away, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: label })).toHaveAccessibleDescription(away);
    // The option of the absent one ends with the same name.
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: new RegExp(`^${nameOf(other)}`) }).click();
    await expect(dialog.getByText(away, { exact: true })).toHaveCount(0);
  });
}
