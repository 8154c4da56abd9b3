import fc from 'fast-check';
import { letterBodySchema, type LetterDetail } from '#plugins/letters/contract.ts';
import { choose } from './support/applications.ts';
import { issueWritten, sheetOf } from './support/letters.ts';
import { expect, test } from './support/test.ts';
import { textsIn } from './support/texts.ts';

const script = '<script>window.hit=1</script>';
const pieces = [
  script,
  '<img src=x onerror="window.hit=1">',
  '<svg><animate onbegin="window.hit=1" attributeName=x></svg>',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '<a href="javascript:window.hit=1">bosing</a>',
  '<p style="background:url(javascript:window.hit=1)" onclick="window.hit=1">matn</p>',
  '<table><tr><td onmouseover="window.hit=1">a</td></tr></table>',
  '<span data-field="applicant_name">maydon</span>',
  '<div data-condition data-pm-slice="1 1 []">shart</div>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror="window.hit=1"></style></mglyph></math>',
  '<template><b>',
  '</div></main>',
  '<!--',
  ']]>',
];
/** Several pieces of markup, nested or consecutive. */
const anyMarkup = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 20 })), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''));
/** What another page may put into the clipboard under this editor's type. */
const anyOwn = fc.oneof(
  fc.constantFrom(
    '{',
    'null',
    '[]',
    '{"content":[{"type":"script"}]}',
    '{"content":[{"type":"__proto__"}]}',
    '{"content":[{"type":"field","attrs":{"name":"__proto__"}}]}',
    '{"content":[{"type":"field","attrs":{"name":"personal_number"}}]}',
    '{"content":[{"type":"paragraph","attrs":{"align":"x\\" onclick=\\"window.hit=1"}}]}',
    '{"content":[{"type":"text","text":1}]}',
    '{"content":[{"type":"text","text":"x","marks":[{"type":"link","attrs":{"href":"javascript:1"}}]}]}',
    '{"content":[{"type":"table","content":[{"type":"text","text":"x"}]}],"openStart":99,"openEnd":-1}',
  ),
  fc.json({ maxDepth: 4 }),
);

test('pasted or dropped content becomes text without markup, and the letter can be issued', async ({
  as,
  api,
}) => {
  const translate = textsIn('uz');
  const { id } = await api.sendApplication();
  const page = await as('operator', { path: `/letters/write/${id}` });
  const sheet = sheetOf(page, translate('letters:write.body'));
  await sheet.click();
  const options = { numRuns: 120, seed: 20_261_126 };
  const pasted = fc.sample(
    fc.tuple(anyMarkup, anyMarkup, fc.option(anyOwn), fc.constantFrom('paste', 'drop')),
    options,
  );
  await sheet.evaluate((element, all) => {
    for (const [html, text, own, type] of all) {
      const data = new DataTransfer();
      data.setData('text/html', html);
      data.setData('text/plain', text);
      if (own !== null) data.setData('application/x-komak-letter', own);
      const usual = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...usual, clipboardData: data })
          : new DragEvent('drop', { ...usual, dataTransfer: data }),
      );
    }
  }, pasted);
  await expect(sheet).toContainText('window.hit=1');
  const found = await sheet.evaluate((element) => ({
    hit: 'hit' in window,
    tags: [...new Set([...element.querySelectorAll('*')].map(({ localName }) => localName))],
    attributes: [...element.querySelectorAll('*')]
      .flatMap((node) => [...node.attributes].map(({ name }) => name))
      .filter((name) => name.startsWith('on') || name === 'href' || name === 'src'),
    fields: [...element.querySelectorAll('[data-field]')].map((node) => node.textContent),
  }));
  expect(found.hit).toBe(false);
  expect(found.tags.filter((tag) => !['p', 'br', 'table', 'tbody', 'tr', 'td', 'th'].includes(tag))).toEqual(
    [],
  );
  expect([found.attributes, found.fields]).toEqual([[], []]);

  await choose(page, new RegExp(translate('letters:write.signatory')), /./);
  await page
    .getByRole('textbox', { name: new RegExp(`^${translate('letters:write.subject')}`) })
    .fill(script);
  await issueWritten(page, id, translate);
  const { items } = await api.get<{ items: { id: number }[] }>(`letters?application=${id}`, 'operator');
  const { body, subject } = await api.get<LetterDetail>(`letters/${items[0]?.id}`, 'operator');
  expect(subject).toBe(script);
  expect(letterBodySchema.safeParse(body).success).toBe(true);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});
