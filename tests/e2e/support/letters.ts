import { expect, type Page } from '@playwright/test';
import type { Batch, Letter, Template, TemplateFormBody } from '#plugins/letters/contract.ts';
import type { Api } from './api.ts';
import type { textsIn } from './texts.ts';

/** Text of a document. */
export const textOf = (text: string) => ({ type: 'text' as const, text });
/** A field of a document. */
export const field = (name: 'applicant_name' | 'letter_number') => ({
  type: 'field' as const,
  attrs: { name },
});
/** A paragraph of a document. */
export const paragraph = (...content: (ReturnType<typeof textOf> | ReturnType<typeof field>)[]) => ({
  type: 'paragraph' as const,
  content,
});

/** Adds a template, like a super admin. */
export function makeTemplate(
  api: Api,
  name: string,
  kind: Template['kind'] = 'letter',
  body: TemplateFormBody['body_uz'] = usualBody,
): Promise<Template> {
  const texts = { uz: { name, subject: `${name} mavzusi` }, ru: { name, subject: `Тема ${name}` } };
  const whole = { ...texts, kind, enabled: true, body_uz: body, body_ru: body };
  return api.write('POST', 'letter-templates', whole, 'superadmin');
}

const usualBody: TemplateFormBody['body_uz'] = {
  type: 'doc',
  content: [
    paragraph(textOf('Hurmatli '), field('applicant_name'), textOf('!')),
    {
      type: 'condition',
      attrs: { when: 'status', value: 'created', negate: false },
      content: [paragraph(textOf('Arizangiz koʻrib chiqilmoqda.'))],
    },
    { type: 'case_list', attrs: { source: 'files', style: 'table' } },
  ],
};

/** Issues a letter, like an operator. */
export async function makeLetter(api: Api, applicationId: number, more: object = {}): Promise<Letter> {
  const [signatory] = await api.get<{ id: number }[]>('letters/signatories', 'operator');
  const body = { type: 'doc', content: [paragraph(textOf('Arizangiz koʻrib chiqildi.'))] };
  const letter = {
    application_id: applicationId,
    language: 'uz',
    subject: 'Arizangiz haqida',
    body,
    signatory_id: signatory?.id,
    template_id: null,
    replaces_id: null,
    ...more,
  };
  return api.write('POST', 'letters', letter, 'operator');
}

/** A mahalla with a number of new applications; returns its id. */
export async function mahallaWithApplications(
  api: Api,
  mark: string,
  firstNames: readonly string[],
): Promise<number> {
  const { id } = await api.write<{ id: number }>(
    'POST',
    'neighborhoods',
    {
      uz: { name: `Mahalla ${mark}` },
      ru: { name: `Махалля ${mark}` },
      color: '#0b7480',
      coords: [
        [41.1, 60.1],
        [41.1, 60.2],
        [41.2, 60.2],
      ],
    },
    'superadmin',
  );
  for (const first_name of firstNames)
    await api.sendApplication({ neighborhood_id: String(id), first_name, last_name: mark });
  return id;
}

/** Starts a bulk job for the new applications of a mahalla, or for all. */
export async function startJob(api: Api, template: Template, neighborhood: number | null): Promise<Batch> {
  const [signatory] = await api.get<{ id: number }[]>('letters/signatories', 'superadmin');
  const job = {
    template_id: template.id,
    language: 'uz',
    signatory_id: signatory?.id,
    status: 'created',
    neighborhood,
    from: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10),
    to: '2099-01-01',
  };
  return api.write('POST', 'letter-batches', job, 'superadmin');
}

/** Issues the letter written on the page, which then opens its application. */
export async function issueWritten(
  page: Page,
  id: number,
  translate: ReturnType<typeof textsIn>,
): Promise<void> {
  const issue = { name: translate('letters:write.issue') };
  await page.getByRole('button', issue).click();
  await page.getByRole('alertdialog').getByRole('button', issue).click();
  await expect(page).toHaveURL(new RegExp(`/applications/${id}/timeline$`));
}

/** The editable sheet of a text. */
export const sheetOf = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
/** The letters beside an application. */
export const lettersCardOf = (page: Page, translate: ReturnType<typeof textsIn>) =>
  page
    .getByRole('complementary')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: translate('letters:aside.title'), exact: true }) });

/** A tab that a page has opened. */
interface WatchedTab {
  readonly tab: Window;
  printed: number;
}

/**
 * Watches the tabs that a page opens from now on, as the page itself sees them: their content, and how often
 * the browser was asked to print. The tabs are real; only the print dialog, which nobody would close, does
 * not open. With `asInFirefox`, a tab that shows a PDF cannot be read or printed: there the viewer has
 * another origin (seen in Firefox 153).
 */
export async function watchTabs(page: Page, { asInFirefox = false } = {}): Promise<void> {
  await page.evaluate((isForeign) => {
    const tabs: WatchedTab[] = [];
    const open = window.open.bind(window);
    window.open = (...given) => {
      const tab = open(...given);
      if (tab === null) return null;
      const watched: WatchedTab = { tab, printed: 0 };
      tabs.push(watched);
      return new Proxy(tab, {
        get(target, key) {
          const isRejected = isForeign && key !== 'closed' && target.location.protocol === 'blob:';
          if (isRejected)
            throw new DOMException(`Permission denied to access ${String(key)}`, 'SecurityError');
          if (key === 'print') return () => void watched.printed++;
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    };
    Object.assign(window, { watchedTabs: tabs });
  }, asInFirefox);
}

/**
 * Waits until the last opened tab shows generated pages and was printed the given number of times, and closes
 * it.
 */
export async function expectPages(page: Page, { printed }: { readonly printed: number }): Promise<void> {
  const seen = () =>
    page.evaluate(() => {
      const last = (window as unknown as { watchedTabs: WatchedTab[] }).watchedTabs.at(-1);
      return last && [last.tab.location.protocol, last.tab.document.contentType, last.printed];
    });
  await expect.poll(seen).toEqual(['blob:', 'application/pdf', printed]);
  await page.evaluate(() =>
    (window as unknown as { watchedTabs: WatchedTab[] }).watchedTabs.at(-1)?.tab.close(),
  );
}
