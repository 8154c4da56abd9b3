import { sql } from 'kysely';
import {
  allows,
  allOf,
  anyone,
  areaOf,
  reaches,
  signedIn,
  superAdmin,
  type Access,
  type Viewer,
} from '#kernel/contract/index.ts';
import type { AdminDraft, TestServer } from '#kernel/testing/server.ts';
import type { Place } from './canaries.ts';

/** A right by which things are opened: a level, a permission, or no more than a session. */
export type Right =
  'anyone' | 'signedIn' | 'superAdmin' | 'application_receiver' | 'household_add' | 'street_add';

/** Every permission of the product. */
export const permissions = ['application_receiver', 'household_add', 'street_add'] as const;

/** Somebody who calls; `viewer` is what he may, as the table of the test understands it, and null without a session. */
export interface Caller {
  readonly name: string;
  readonly viewer: Viewer | null;
  /** A credential of his, or null; a new one where what he did has ended the former. */
  token(): Promise<string | null>;
}

interface Kind {
  readonly name: string;
  readonly draft: Omit<AdminDraft, 'neighborhoodIds'>;
  readonly area: readonly Place[];
  /** What is done to his session before it is used; he is a stranger then. */
  readonly spoiled?: 'expired' | 'ended' | 'blocked';
  /** He still has to replace a first password: he has no rights until then. */
  readonly half?: true;
}

/** Everyone who may come: each permission by itself, with and without its area, all of them, none, and those who are out. */
const kinds: readonly Kind[] = [
  { name: 'an admin without permissions', draft: {}, area: ['own'] },
  { name: 'a receiver', draft: { permissions: ['application_receiver'] }, area: ['own'] },
  { name: 'a receiver without a neighbourhood', draft: { permissions: ['application_receiver'] }, area: [] },
  { name: 'a registrar', draft: { permissions: ['household_add'] }, area: ['own'] },
  { name: 'a registrar without a neighbourhood', draft: { permissions: ['household_add'] }, area: [] },
  { name: 'a keeper of streets', draft: { permissions: ['street_add'] }, area: ['own'] },
  { name: 'an admin with every permission', draft: { permissions: [...permissions] }, area: ['own'] },
  { name: 'a super admin without permissions', draft: { role: 'super_admin' }, area: [] },
  { name: 'a super admin', draft: { role: 'super_admin', permissions: [...permissions] }, area: [] },
  { name: 'a blocked super admin', draft: { role: 'super_admin', permissions: [...permissions] }, area: [], spoiled: 'blocked' },
  { name: 'a super admin whose session has run out', draft: { role: 'super_admin', permissions: [...permissions] }, area: [], spoiled: 'expired' },
  { name: 'a super admin who has signed out', draft: { role: 'super_admin', permissions: [...permissions] }, area: [], spoiled: 'ended' },
  { name: 'a super admin with a first password', draft: { role: 'super_admin', permissions: [...permissions], mustChangePassword: true }, area: [], half: true },
]; // prettier-ignore

/** Makes everyone who may come, and two who have no session at all. */
export async function callersOf(
  server: TestServer,
  placeIds: Readonly<Record<'own' | 'foreign', number>>,
): Promise<Caller[]> {
  const made = await Promise.all(
    kinds.map(async ({ name, draft, area, spoiled, half }): Promise<Caller> => {
      const neighborhoodIds = area.flatMap((place) => (place === 'nowhere' ? [] : placeIds[place]));
      const { id } = await server.createAdmin({ ...draft, neighborhoodIds });
      const { role = 'admin', permissions: held = [] } = half ? {} : draft;
      let kept: string | null = null;
      const viewer = { id, role, permissions: held, neighborhoodIds: half ? [] : neighborhoodIds };
      return {
        name,
        viewer: spoiled ? null : viewer,
        async token() {
          if (kept !== null && (spoiled || (await server.runtime.sessions.find(kept)))) return kept;
          const { token, session } = await open(server, id);
          kept = token;
          if (spoiled) await spoil(server, { adminId: id, sessionId: session.id, how: spoiled });
          return token;
        },
      };
    }),
  );
  return [
    { name: 'nobody', viewer: null, token: async () => null },
    { name: 'somebody with a token of his own making', viewer: null, token: async () => 'k'.repeat(43) },
    ...made,
  ];
}

async function open(server: TestServer, adminId: number) {
  await sql`update admins set blocked = false where id = ${adminId}`.execute(server.database);
  return server.runtime.sessions.open(adminId, { address: '127.0.0.1', userAgent: 'test' });
}

/** Straight in the database, as if it had happened while no node was listening. */
async function spoil(
  { database }: TestServer,
  { adminId, sessionId, how }: { adminId: number; sessionId: number; how: 'expired' | 'ended' | 'blocked' },
): Promise<void> {
  const deed = {
    expired: sql`update sessions set expires_at = now() - interval '1 second' where id = ${sessionId}`,
    ended: sql`delete from sessions where id = ${sessionId}`,
    blocked: sql`update admins set blocked = true where id = ${adminId}`,
  }[how];
  await deed.execute(database);
}

/** Whether somebody holds a right. */
export function holds({ viewer }: Caller, right: Right): boolean {
  return allows(accessOf(right), viewer);
}

/** Whether somebody's area reaches a place. */
export function reachesPlace(
  { viewer }: Caller,
  place: Place,
  placeIds: Readonly<Record<'own' | 'foreign', number>>,
): boolean {
  if (place === 'nowhere') return true;
  return viewer !== null && reaches(areaOf(viewer), placeIds[place]);
}

function accessOf(right: Right): Access {
  if (right === 'anyone') return anyone;
  if (right === 'signedIn') return signedIn;
  return right === 'superAdmin' ? superAdmin : allOf(right);
}
