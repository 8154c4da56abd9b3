import {
  type Access,
  allows,
  fail,
  type RegisteredRoute,
  type Rights,
  signedIn,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import { type Call, networkOf, type Quota } from '#kernel/plugin-api/server.ts';
import type { Audience } from '../contract.ts';
import type { chat } from '../manifest.ts';

/** The user of the assistant; never stored. */
export interface ChatCaller {
  /** Null for a visitor of another site. */
  readonly rights: Rights | null;
  /** The quotas that the question counts against. */
  readonly quotas: readonly Quota[];
}

/** The window in which questions are counted, in seconds. */
const seconds = 600;

type CallerInfo = Pick<
  Call<unknown, unknown, unknown, typeof chat>,
  'viewerOrNull' | 'site' | 'address' | 'context'
>;

/** Identifies the caller; throws 401 for a visitor without a site that may embed the assistant. */
export function identifyCaller({ viewerOrNull, site, address, context }: CallerInfo): ChatCaller {
  const { limits, visitors } = context.config;
  if (viewerOrNull) {
    return {
      rights: viewerOrNull,
      quotas: [{ key: `admin ${viewerOrNull.id}`, limit: limits.admin, seconds }],
    };
  }
  if (!visitors || site === null) throw fail('unauthenticated');
  return {
    rights: null,
    quotas: [
      { key: `address ${networkOf(address)}`, limit: limits.address, seconds },
      { key: `site ${site}`, limit: limits.site, seconds },
    ],
  };
}

const audienceAccess: Readonly<Record<Audience, Access | null>> = {
  public: null,
  staff: signedIn,
  super_admin: superAdmin,
};

/** Whether a caller may read entries for an audience. */
export function mayRead(audience: Audience, rights: Rights | null): boolean {
  const access = audienceAccess[audience];
  return access === null || allows(access, rights);
}

/** Whether a caller may open the page at a path, by the same rules as the menu. */
export function mayOpen(path: string, rights: Rights | null, pages: readonly RegisteredRoute[]): boolean {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  // The kernel's own page, which no plugin declares.
  if (pathname === '/login') return rights === null;
  const page = pages.find((one) => matchesPattern(one.path, pathname));
  return page !== undefined && allows(page.access, rights);
}

/** Whether a path matches a pattern such as `/applications/:id/*`. */
function matchesPattern(pattern: string, path: string): boolean {
  const source = pattern
    .split('/')
    .map((part) =>
      part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replaceAll(/[^\w-]/g, '\\$&'),
    )
    .join('/')
    .replace(/\/\.\*$/, '(?:/.*)?');
  return new RegExp(`^${source}$`).test(path);
}
