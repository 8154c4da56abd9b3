import { dayMs } from '#kernel/domain/text/dates.ts';
import { isSameSecret, signText } from './signing.ts';

/** The header with which a widget's page names the embedding site. */
export const embedTokenHeader = 'x-komak-site';

const lifetime = dayMs / 1000;
const step = 3600;

/** Tokens of embedded widget pages, which have an opaque origin: they prove which site embeds the page. */
export interface EmbedTokens {
  /** Issues a token for a page that only `site` may frame. */
  issue(site: string): string;
  /**
   * The key for a widget page's data in the storage of a site: 32 bytes, base64url. It depends on the browser's cookie,
   * so that the site's server and other visitors get other keys.
   */
  draftKey(site: string, browser?: string): string;
  /** The site of a token; null if the token is not ours or has expired. */
  read(token: string): string | null;
}

/** Creates embed tokens; `now` returns seconds. The signed text differs from that of file URLs, which use the same secret. */
export function createEmbedTokens(secret: string, now = () => Date.now() / 1000): EmbedTokens {
  const sign = (site: string, until: number) => signText(secret, `site:${until}:${site}`);
  return {
    issue(site) {
      // Whole hours, so that a token does not identify a visitor.
      const until = Math.ceil(now() / step) * step + lifetime;
      return `${until}.${sign(site, until)}.${Buffer.from(site).toString('base64url')}`;
    },
    draftKey: (site, browser = '') => signText(secret, `draft:${browser}:${site}`),
    read(token) {
      const [, until, signature, name] = /^(\d{1,12})\.([\w-]{43})\.([\w-]{1,400})$/.exec(token) ?? [];
      if (until === undefined || signature === undefined || name === undefined) return null;
      const site = Buffer.from(name, 'base64url').toString();
      if (!isSameSecret(signature, sign(site, Number(until)))) return null;
      return Number(until) >= now() ? site : null;
    },
  };
}

/** The origins of sites, as browsers write them. */
export function originsOf(allowedOrigins: readonly string[]): ReadonlySet<string> {
  return new Set(allowedOrigins.map((origin) => new URL(origin).origin));
}
