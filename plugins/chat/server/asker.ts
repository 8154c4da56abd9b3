import {
  allows,
  fail,
  signedIn,
  superAdmin,
  type Access,
  type RegisteredRoute,
  type Rights,
} from '#kernel/contract/index.ts';
import { networkOf } from '#kernel/identity/server/attempts.ts';
import type { Call } from '#kernel/server/api/index.ts';
import type { Audience } from '../contract.ts';
import type { chat } from '../manifest.ts';

/** Who asks, as far as it matters for what he is told; nothing of it is kept. */
export interface Asker {
  /** Null for a visitor of another site. */
  readonly rights: Rights | null;
  /** Whose questions are counted, and which limit counts. */
  readonly counted: readonly { readonly key: string; readonly limit: number }[];
}

type AskerCall = Pick<
  Call<unknown, unknown, unknown, typeof chat>,
  'viewerOrNull' | 'site' | 'address' | 'context'
>;

/** Says who asks; throws 401 for a stranger who comes from no site that may ask. */
export function askerOf({ viewerOrNull, site, address, context }: AskerCall): Asker {
  const { limits, visitors } = context.config;
  if (viewerOrNull) {
    return { rights: viewerOrNull, counted: [{ key: `admin ${viewerOrNull.id}`, limit: limits.admin }] };
  }
  if (!visitors || site === null) throw fail('unauthenticated');
  return {
    rights: null,
    counted: [
      { key: `address ${networkOf(address)}`, limit: limits.address },
      { key: `site ${site}`, limit: limits.site },
    ],
  };
}

const readers: Readonly<Record<Audience, Access | null>> = {
  public: null,
  staff: signedIn,
  super_admin: superAdmin,
};

/** Whether an entry is for somebody. */
export function mayRead(audience: Audience, rights: Rights | null): boolean {
  const access = readers[audience];
  return access === null || allows(access, rights);
}

/** Pages of the kernel, which no plugin declares; one signs in at the first. */
const ownPages: readonly string[] = ['/login'];

/** Whether somebody may open the page of a path, as the menu would show it to him. */
export function mayOpen(path: string, rights: Rights | null, pages: readonly RegisteredRoute[]): boolean {
  const plain = path.split(/[?#]/, 1)[0] ?? '';
  if (ownPages.includes(plain)) return rights === null;
  const page = pages.find((one) => isAt(one.path, plain));
  return page !== undefined && allows(page.access, rights);
}

/** Whether a path lies on the page of a pattern such as `/applications/:id/*`. */
function isAt(pattern: string, path: string): boolean {
  const source = pattern
    .split('/')
    .map((part) =>
      part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replaceAll(/[^\w-]/g, '\\$&'),
    )
    .join('/')
    .replace(/\/\.\*$/, '(?:/.*)?');
  return new RegExp(`^${source}$`).test(path);
}
