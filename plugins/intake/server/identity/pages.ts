import { escapeHtml, HtmlPage, pageStyles, type ServerContext } from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { intake } from '../../manifest.ts';

type Context = ServerContext<typeof intake>;

const styles = pageStyles(`
.site{padding:10px 12px;border:1px solid var(--line);border-radius:8px;font-weight:600;overflow-wrap:anywhere}
a{display:block;margin:20px 0 12px;padding:12px 16px;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600;text-align:center;text-decoration:none}
a:focus-visible{outline:3px solid var(--text);outline-offset:2px}
`);

/**
 * The window's page before OneID: it names the form's site and the data that it will get. Only a click here
 * opens OneID, so that no other page can send its visitors through it unnoticed.
 */
export function consentPage(
  context: Context,
  language: Language,
  { site, address }: { readonly site: string; readonly address: string },
): HtmlPage {
  const textOf = (key: string) => escapeHtml(context.text(language, `intake:identity.${key}`));
  return page(context, language, {
    title: context.text(language, 'intake:identity.title'),
    body: `<p>${textOf('siteRequest')}</p><p class="site">${escapeHtml(site)}</p><p>${textOf('sharedData')}</p><a href="${escapeHtml(address)}">${textOf('continueToOneId')}</a><p class="quiet">${textOf('notYou')}</p>`,
  });
}

/** The window's last page: the outcome, and that the form continues. */
export function outcomePage(context: Context, language: Language, outcome: string): HtmlPage {
  const known = ['done', 'cancelled', 'refused', 'unavailable', 'state', 'busy'];
  const kind = known.includes(outcome) ? outcome : 'state';
  return page(context, language, {
    title: context.text(language, `intake:identity.outcomes.${kind}`),
    body: `<p>${escapeHtml(context.text(language, `intake:identity.notes.${kind === 'done' ? 'done' : 'retry'}`))}</p>`,
    isBusy: kind === 'busy',
  });
}

function page(
  context: Context,
  language: Language,
  {
    title,
    body,
    isBusy = false,
  }: { readonly title: string; readonly body: string; readonly isBusy?: boolean },
): HtmlPage {
  return new HtmlPage({
    status: isBusy ? 429 : 200,
    language,
    title,
    styles,
    body: `<main><p class="office">${escapeHtml(context.deploymentName)}</p><h1>${escapeHtml(title)}</h1>${body}</main>`,
  });
}
