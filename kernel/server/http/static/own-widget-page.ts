import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../../i18n/texts.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { escapeHtml } from '../responses/raw-responses.ts';
import { ownWidgetPageHeaders } from '../security/headers.ts';

/**
 * Responds to the address of a page of this deployment that shows only a widget, such as `/apply`, in the language of
 * `?lang=` or of the browser; null for any other address, and if the widget may not be used now.
 */
export function ownWidgetPage(
  services: ServerServices,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  const path = request.url.split('?', 1)[0] ?? '';
  const { registry, loaded } = services.plugins;
  const owner = loaded.find(({ id, module }) => module.widgetPages?.[path] && registry.isEnabled(id));
  const page = owner?.module.widgetPages?.[path];
  if (!owner || !page || !owner.module.widgets?.[page.widget]?.(owner.context)) return null;
  const { lang } = request.query as { readonly lang?: unknown };
  const language = languageOf(typeof lang === 'string' ? lang : request.headers['accept-language']);
  const nonce = randomBytes(16).toString('base64');
  const title = owner.context.text(language, page.title);
  return reply
    .headers(ownWidgetPageHeaders(nonce))
    .type('text/html; charset=utf-8')
    .send(htmlOf({ widget: page.widget, language, title, nonce, branding: services.deployment.branding }));
}

interface PageParts {
  readonly widget: string;
  readonly language: string;
  readonly title: string;
  readonly nonce: string;
  readonly branding: { readonly name: string; readonly logo: string | null };
}

function htmlOf({ widget, language, title, nonce, branding: { name, logo } }: PageParts): string {
  const other = language === 'ru' ? 'uz' : 'ru';
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(`${title} · ${name}`)}</title>
    <style nonce="${nonce}">
      html { color-scheme: light dark; }
      body { max-width: 760px; margin: 0 auto; padding: 12px; font: 16px/1.5 system-ui, sans-serif; }
      header { display: flex; align-items: center; gap: 10px; }
      strong { flex: 1; overflow-wrap: anywhere; }
      a { padding: 10px 4px; color: inherit; }
    </style>
  </head>
  <body>
    <header>
      ${logo === null ? '' : `<img src="${escapeHtml(logo)}" alt="" width="32" height="32" />`}
      <strong>${escapeHtml(name)}</strong>
      <a href="?lang=${other}" hreflang="${other}" lang="${other}">${other === 'ru' ? 'Русский' : 'Oʻzbekcha'}</a>
    </header>
    <${widget} lang="${language}" theme="auto"></${widget}>
    <script src="/widgets/${widget}.js"></script>
  </body>
</html>
`;
}
