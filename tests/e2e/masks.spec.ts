import type { Page } from '@playwright/test';
import { maskJshshir } from '#kernel/domain/text/index.ts';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import type { AuditEntry } from '#plugins/audit/contract.ts';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import { Api } from './support/api.ts';
import { expectToast, padId } from './support/applications.ts';
import { checkScreen } from './support/check-screen.ts';
import { goTo } from './support/pages.ts';
import { answerConfirmation, dialogOf, inLanguage, saveButtonOf } from './support/records.ts';
import { untilLive } from './support/staff.ts';
import { deploymentWith, startProduct } from './support/server.ts';
import { expect, test } from './support/test.ts';

let serial = 0;
const personOf = () => {
  const number = Date.now() % 1000;
  const birthday = `19${50 + (serial % 40)}-11-${10 + (++serial % 18)}`;
  return {
    passport_series: 'AB',
    passport_number: String(1_000_000 + serial * 1000 + number),
    personal_number: makeJshshir({ birthday, sex: 'female', area: 888, serial: number }),
  };
};

/** The card of an application, in any language. */
const cardOf = (page: Page, id: number) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: padId(id) });

/** Everything that the server sends to a page: bodies of its calls, and frames of its socket. */
function receivedBy(page: Page): { readonly text: () => string } {
  const texts: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) {
      response.text().then(
        (text) => texts.push(text),
        () => undefined,
      );
    }
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void texts.push(String(payload))),
  );
  return { text: () => texts.join('\n') };
}

/** The reveal entries of an application, newest first: the field and the reason. */
async function revealsOf(api: Api, id: number): Promise<string[]> {
  const query = `action=applications.reveal&subject_type=application&subject_id=${id}`;
  const { items } = await api.get<{ items: readonly AuditEntry[] }>(`audit?${query}`, 'superadmin');
  return items.map(({ details }) => details.map(({ name, value }) => `${name}: ${value}`).join('; '));
}

for (const [language, translate] of inLanguage('ru')) {
  test(`a list receives masked numbers, and reveals one at a time, in ${language}`, async ({ as, api }) => {
    const person = personOf();
    const { id } = await api.sendApplication(person);
    const page = await as('superadmin', { path: '/settings', language });
    const received = receivedBy(page);
    await page.goto('/applications/list');
    const card = cardOf(page, id);
    await card
      .getByRole('button', { name: translate('applications:list.detailsOf', { id: padId(id) }) })
      .click();
    await card.getByRole('tab', { name: translate('applications:list.tabs.author') }).click();
    await expect(card).toContainText(maskJshshir(person.personal_number));
    await expect(card).toContainText(`AB ••••${person.passport_number.slice(-2)}`);
    // A change arrives through the socket, masked too.
    await untilLive(page);
    await api.accept(id, 'superadmin');
    await expect(card).toContainText(translate('applications:status.accepted'));
    for (const value of [person.personal_number, person.passport_number]) {
      expect(received.text()).not.toContain(value);
      expect(await page.content()).not.toContain(value);
    }

    const field = translate('applications:fields.passport');
    const show = card.getByRole('button', { name: translate('kernel:reveal.showOf', { field }) });
    await show.click();
    await expect(card).toContainText(`AB ${person.passport_number}`);
    await expect(card).not.toContainText(person.personal_number);
    await checkScreen(page, 'list-revealed');
    await card.getByRole('button', { name: translate('kernel:reveal.hideOf', { field }) }).click();
    await expect(card).not.toContainText(person.passport_number);
    // Revealing again is another read.
    await show.click();
    await expect(card).toContainText(`AB ${person.passport_number}`);
    await expect.poll(() => revealsOf(api, id)).toEqual(['fields: passport', 'fields: passport']);
    expect(received.text()).not.toContain(person.personal_number);
  });

  test(`a revealed number is hidden again when another admin corrects it, in ${language}`, async ({
    as,
    api,
  }) => {
    const person = personOf();
    const application = await api.sendApplication(person);
    const { id, author, employment_status, planned_assistance } = application;
    const page = await as('operator', { path: `/applications/${id}/personal`, language });
    const field = translate('applications:fields.passport');
    const main = page.getByRole('main');
    await untilLive(page);
    await main
      .getByRole('button', { name: translate('kernel:reveal.showOf', { field }) })
      .first()
      .click();
    await expect(main).toContainText(`AB ${person.passport_number}`);
    const corrected = {
      ...person,
      passport_number: '7654321',
      first_name: author.first_name,
      last_name: author.last_name,
      employment_status,
      planned_assistance,
      reason: 'Pasport almashgan',
    };
    await api.write('PUT', `applications/${id}`, corrected, 'superadmin');
    await expect(main).not.toContainText(`AB ${person.passport_number}`);
    await main
      .getByRole('button', { name: translate('kernel:reveal.showOf', { field }) })
      .first()
      .click();
    await expect(main).toContainText('AB 7654321');
  });

  test(`a form corrects the real numbers, regardless of what lists and conflicts show, in ${language}`, async ({
    as,
    api,
  }) => {
    const person = personOf();
    const request = 'Onasi 41704833310018 bilan yashaydi';
    const { id } = await api.sendApplication({ ...person, planned_assistance: request });
    const page = await as('superadmin', { path: '/applications/list', language });
    await expect(cardOf(page, id)).toBeVisible();
    await cardOf(page, id).getByRole('link').first().click();
    await untilLive(page);
    await page.getByRole('button', { name: translate('applications:more.label') }).click();
    await page.getByRole('menuitem', { name: translate('applications:more.correct') }).click();
    const form = dialogOf(page, translate('applications:correct.title'));
    await expect(form.locator('[name="personal_number"]')).toHaveValue(person.personal_number);
    await expect(form.locator('[name="passport_number"]')).toHaveValue(person.passport_number);
    await expect(form.locator('[name="planned_assistance"]')).toHaveValue(request);
    await form.locator('[name="reason"]').fill('Ism xato');
    await form.locator('[name="first_name"]').fill('Gulchehra');

    // Another user has corrected it: both versions are unmasked, and accepted values are real.
    const other = { ...person, first_name: 'Gulnora', last_name: 'Boshqayeva', reason: 'Familiya xato' };
    const rest = { employment_status: 'unemployed', planned_assistance: request, phone: '998914322617' };
    await api.write('PUT', `applications/${id}`, { ...other, ...rest }, 'superadmin');
    await saveButtonOf(form, 'update', translate).click();
    const conflict = dialogOf(page, translate('kernel:records.conflict.title'));
    await expect(conflict).toContainText('Boshqayeva');
    await expect(conflict).not.toContainText('••');
    await conflict.getByRole('button', { name: translate('kernel:records.conflict.takeTheirs') }).click();
    await expect(form.locator('[name="personal_number"]')).toHaveValue(person.personal_number);
    await expect(form.locator('[name="first_name"]')).toHaveValue('Gulnora');
    await form.locator('[name="first_name"]').fill('Gulchehra');
    await form.locator('[name="reason"]').fill('Ism xato');
    await saveButtonOf(form, 'update', translate).click();
    await expectToast(page, translate('applications:correct.done'));
    const read = () => api.get<ApplicationDetail>(`applications/${id}`, 'superadmin');
    const expected = { ...person, first_name: 'Gulchehra', last_name: 'Boshqayeva' };
    // The timeline shows the same about the other correction.
    await expect.poll(async () => (await read()).author).toMatchObject(expected);
    const { planned_assistance } = await read();
    expect(planned_assistance).toBe(request);
  });
}

test('a reveal requires a reason if the deployment says so', async ({ open }) => {
  test.setTimeout(240_000);
  const server = await startProduct(
    deploymentWith((deployment) => void (deployment.privacy = { revealReason: true })),
  );
  try {
    const api = new Api(server.url);
    const person = personOf();
    const { id } = await api.sendApplication(person);
    for (const [language, translate] of inLanguage('uz')) {
      const page = await open(
        server.url,
        { token: await api.token('superadmin') },
        { path: '/settings', language },
        api,
      );
      await goTo(page, '/applications/list', { idx: 1 });
      const card = cardOf(page, id);
      await card
        .getByRole('button', { name: translate('applications:list.detailsOf', { id: padId(id) }) })
        .click();
      await card.getByRole('tab', { name: translate('applications:list.tabs.author') }).click();
      const field = translate('applications:fields.personal_number');
      await card.getByRole('button', { name: translate('kernel:reveal.showOf', { field }) }).click();
      const question = page.getByRole('alertdialog', { name: translate('kernel:reveal.title', { field }) });
      await question.getByRole('button', { name: translate('kernel:reveal.confirm') }).click();
      await expect(question).toContainText(translate('kernel:reveal.reasonRequired'));
      await checkScreen(page, 'reveal-reason');
      await question.getByRole('textbox').fill('Asli bilan solishtirish');
      await page.keyboard.press('Escape');
      await answerConfirmation(page, translate('kernel:records.discardTitle'), false, translate);
      await expect(question.getByRole('textbox')).toHaveValue('Asli bilan solishtirish');
      // Nor does the back button lose it.
      await page.goBack();
      await answerConfirmation(page, translate('kernel:leave.title'), false, translate);
      await expect(question.getByRole('textbox')).toHaveValue('Asli bilan solishtirish');
      await question.getByRole('button', { name: translate('kernel:reveal.confirm') }).click();
      await expect(card).toContainText(person.personal_number);
      const reason = 'fields: personal_number; reason: Asli bilan solishtirish';
      await expect.poll(async () => (await revealsOf(api, id))[0]).toEqual(reason);
    }
  } finally {
    await server.close();
  }
});
