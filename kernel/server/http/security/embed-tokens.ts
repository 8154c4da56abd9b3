import { createHmac, timingSafeEqual } from 'node:crypto';

/** The header in which a widget's page names the site that it stands in. */
export const embedTokenHeader = 'x-komak-site';

const lifetime = 24 * 3600;
const step = 3600;

/** Passes of widgets' pages: what such a page shows instead of an origin, since it has none of its own. */
export interface EmbedTokens {
  /** A pass for a page that only `site` may frame. */
  issue(site: string): string;
  /** The site of a pass; null where we did not make it, or when its day is over. */
  read(pass: string): string | null;
}

/** Makes passes; `now` gives seconds. They are signed with another meaning than addresses of files, by the same secret. */
export function createEmbedTokens(secret: string, now = () => Date.now() / 1000): EmbedTokens {
  function sign(site: string, until: number): string {
    return createHmac('sha256', secret).update(`site:${until}:${site}`).digest('base64url');
  }
  return {
    issue(site) {
      // Whole hours, so that nobody can be told from another by his pass.
      const until = Math.ceil(now() / step) * step + lifetime;
      return `${until}.${sign(site, until)}.${Buffer.from(site).toString('base64url')}`;
    },
    read(pass) {
      const [, until, signature, name] = /^(\d{1,12})\.([\w-]{43})\.([\w-]{1,400})$/.exec(pass) ?? [];
      if (until === undefined || signature === undefined || name === undefined) return null;
      const site = Buffer.from(name, 'base64url').toString();
      const expected = Buffer.from(sign(site, Number(until)));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return Number(until) >= now() ? site : null;
    },
  };
}

/** The sites that a deployment lists, as browsers write their origins. */
export function originsOf(allowedOrigins: readonly string[]): ReadonlySet<string> {
  return new Set(allowedOrigins.map((origin) => new URL(origin).origin));
}
