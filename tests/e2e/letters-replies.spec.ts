import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import type { TemplateFormBody } from '#plugins/letters/contract.ts';
import { padId } from './support/applications.ts';
import { uniqueMark } from './support/records.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

const text = (value: string) => ({ type: 'text' as const, text: value });
const field = (name: 'applicant_name' | 'application_number' | 'neighborhood') => ({
  type: 'field' as const,
  attrs: { name },
});

/** A quick reply with a greeting, in both languages. */
function replyOf(mark: string): TemplateFormBody {
  const bodyOf = (greeting: string, about: string): TemplateFormBody['body_uz'] => ({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          text(greeting),
          field('applicant_name'),
          text(about),
          field('application_number'),
          text('.'),
        ],
      },
      { type: 'paragraph', content: [field('neighborhood')] },
    ],
  });
  return {
    uz: { name: `Tayyor ${mark}`, subject: '' },
    ru: { name: `Готовый ${mark}`, subject: '' },
    kind: 'reply',
    enabled: true,
    body_uz: bodyOf('Hurmatli ', ', arizangiz raqami: '),
    body_ru: bodyOf('Здравствуйте, ', ', номер Вашего заявления: '),
  };
}

for (const [language, greeting, about] of [
  ['uz', 'Hurmatli ', ', arizangiz raqami: '],
  ['ru', 'Здравствуйте, ', ', номер Вашего заявления: '],
] as const) {
  test(`a quick reply is inserted into a message by / and by Ctrl+K, filled, and sent, in ${language}`, async ({
    as,
    api,
  }) => {
    const translate = textsIn(language);
    const mark = uniqueMark();
    const reply = replyOf(mark);
    await api.write('POST', 'letter-templates', reply, 'superadmin');
    const person = { first_name: 'Gʻuncha', last_name: "O'rinboyeva", father_name: 'Karim qizi' };
    const { id } = await api.sendApplication(person);
    const { neighborhood } = await api.get<ApplicationDetail>(`applications/${id}`, 'operator');
    const first = `${greeting}O'rinboyeva Gʻuncha Karim qizi${about}${padId(id)}.`;
    const place = translate('letters:mahalla', { name: neighborhood[language].name });
    const whole = `${first}\n${place}`;
    const page = await as('operator', { path: `/applications/${id}/timeline`, language });
    const composer = page.getByRole('textbox', {
      name: translate('applications:composer.label'),
      exact: true,
    });
    const palette = page.getByRole('dialog', { name: translate('letters:replies.title') });
    // The code of letters is loaded after the page.
    await page.getByRole('button', { name: translate('letters:replies.open') }).waitFor();

    await test.step('by / at the beginning of a line', async () => {
      await composer.press('/');
      await palette.getByRole('combobox').fill(mark);
      await expect(palette.getByRole('option')).toHaveText([new RegExp(reply[language].name)]);
      await expect(palette.getByRole('option')).toContainText(first);
      await page.keyboard.press('Enter');
      await expect(palette).toBeHidden();
      await expect(composer).toBeFocused();
      await expect(composer).toHaveValue(whole);
      await composer.pressSequentially('!');
      await composer.press('Backspace');
      await expect(composer).toHaveValue(whole);
    });

    await test.step('not by / within a line, but by Ctrl+K at the cursor', async () => {
      await composer.press('Control+Home');
      await composer.pressSequentially('Salom. 1/2. ');
      await expect(palette).toBeHidden();
      await composer.press('Control+k');
      await palette.getByRole('combobox').fill(mark);
      await expect(palette.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(composer).toHaveValue(`Salom. 1/2. ${whole}${whole}`);
      await composer.pressSequentially('!');
      await expect(composer).toHaveValue(`Salom. 1/2. ${whole}!${whole}`);
      await composer.press('Backspace');
    });

    await test.step('in a Cyrillic layout too; an empty result is reported, and Escape returns to the text', async () => {
      await composer.dispatchEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true });
      await palette.getByRole('combobox').fill('hech qanday');
      await expect(palette).toContainText(translate('letters:replies.noneFound'));
      await page.keyboard.press('Escape');
      await expect(composer).toBeFocused();
    });

    await test.step('is sent, and shown in the timeline as it was filled', async () => {
      await page.getByRole('button', { name: translate('applications:composer.send'), exact: true }).click();
      await expect(composer).toHaveValue('');
      const timeline = page.getByLabel(translate('applications:timeline.label'), { exact: true });
      await expect(timeline).toContainText(first);
      await expect(timeline).toContainText(place);
      const { actions } = await api.get<ApplicationDetail>(`applications/${id}`, 'operator');
      const last = actions.at(-1);
      const sent = last?.action_type === 'message' ? last.message.message : '';
      // A form sends CRLF line breaks, as e-mail does.
      expect(sent.replaceAll('\r\n', '\n')).toBe(`Salom. 1/2. ${whole}${whole}`);
    });
  });
}
