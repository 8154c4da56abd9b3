import { sql } from 'kysely';
import type { AdminDraft, TestServer } from '#kernel/testing/server.ts';
import type { Place } from './canaries.ts';

/** A right by which things are opened: a level, a permission, or no more than a session. */
export type Right =
  'anyone' | 'signedIn' | 'superAdmin' | 'application_receiver' | 'household_add' | 'street_add';

/** Every permission of the product. */
export const permissions = ['application_receiver', 'household_add', 'street_add'] as const;

/** Somebody who calls. What he may is written by hand: a product that opened too far would not find itself guilty. */
export interface Caller {
  readonly name: string;
  /** Whose session it is, and null without one. */
  readonly adminId: number | null;
  readonly rights: readonly Right[];
  /** How far he sees; what belongs to the city as a whole is in sight of all. */
  readonly sees: readonly Place[];
  /** A credential of his, or null; a new one where what he did has ended the former. */
  token(): Promise<string | null>;
}

interface Kind {
  readonly name: string;
  readonly draft: Omit<AdminDraft, 'neighborhoodIds'>;
  /** Of which neighbourhoods he is. */
  readonly of?: readonly ('own' | 'foreign')[];
  readonly rights: readonly Right[];
  readonly sees: readonly Place[];
  /** What is done to his session before it is used; he is a stranger then. */
  readonly spoiled?: 'expired' | 'ended' | 'blocked';
}

const chief = { role: 'super_admin', permissions: [...permissions] } as const;
const strange = ['anyone'] as const;
const known = ['anyone', 'signedIn'] as const;
const own = ['own'] as const;
const all = ['own', 'foreign'] as const;

/** Everyone who may come: each permission by itself, with and without its area, two and two, all of them, none, and those who are out. */
const kinds: readonly Kind[] = [
  { name: 'an admin without permissions', draft: {}, of: own, rights: known, sees: own },
  { name: 'a receiver', draft: { permissions: ['application_receiver'] }, of: own, rights: [...known, 'application_receiver'], sees: own },
  { name: 'a receiver without a neighbourhood', draft: { permissions: ['application_receiver'] }, rights: [...known, 'application_receiver'], sees: [] },
  { name: 'a registrar', draft: { permissions: ['household_add'] }, of: own, rights: [...known, 'household_add'], sees: own },
  { name: 'a registrar without a neighbourhood', draft: { permissions: ['household_add'] }, rights: [...known, 'household_add'], sees: [] },
  { name: 'a keeper of streets', draft: { permissions: ['street_add'] }, of: own, rights: [...known, 'street_add'], sees: own },
  { name: 'a receiver who registers households', draft: { permissions: ['application_receiver', 'household_add'] }, of: own, rights: [...known, 'application_receiver', 'household_add'], sees: own },
  { name: 'a receiver who keeps streets', draft: { permissions: ['application_receiver', 'street_add'] }, of: own, rights: [...known, 'application_receiver', 'street_add'], sees: own },
  { name: 'a registrar who keeps streets', draft: { permissions: ['household_add', 'street_add'] }, of: own, rights: [...known, 'household_add', 'street_add'], sees: own },
  { name: 'an admin with every permission', draft: { permissions: [...permissions] }, of: own, rights: [...known, 'application_receiver', 'household_add', 'street_add'], sees: own },
  { name: 'a super admin without permissions', draft: { role: 'super_admin' }, rights: [...known, 'superAdmin'], sees: all },
  { name: 'a super admin', draft: chief, rights: [...known, 'superAdmin', 'application_receiver', 'household_add', 'street_add'], sees: all },
  { name: 'a blocked super admin', draft: chief, rights: strange, sees: [], spoiled: 'blocked' },
  { name: 'a super admin whose session has run out', draft: chief, rights: strange, sees: [], spoiled: 'expired' },
  { name: 'a super admin who has signed out', draft: chief, rights: strange, sees: [], spoiled: 'ended' },
  { name: 'a super admin with a first password', draft: { ...chief, mustChangePassword: true }, rights: known, sees: [] },
]; // prettier-ignore

/** Makes everyone who may come, and two who have no session at all. */
export async function callersOf(
  server: TestServer,
  placeIds: Readonly<Record<'own' | 'foreign', number>>,
): Promise<Caller[]> {
  const made = await Promise.all(
    kinds.map(async ({ name, draft, of = [], rights, sees, spoiled }): Promise<Caller> => {
      const { id } = await server.createAdmin({
        ...draft,
        neighborhoodIds: of.map((place) => placeIds[place]),
      });
      let cached: string | null = null;
      return {
        name,
        rights,
        sees,
        adminId: spoiled ? null : id,
        async token() {
          if (cached !== null && (spoiled || (await server.services.sessions.find(cached)))) return cached;
          const { token, session } = await open(server, id);
          cached = token;
          if (spoiled) await spoil(server, { adminId: id, sessionId: session.id, how: spoiled });
          return token;
        },
      };
    }),
  );
  const stranger = { adminId: null, rights: strange, sees: [] };
  return [
    { ...stranger, name: 'nobody', token: async () => null },
    { ...stranger, name: 'somebody with a token of his own making', token: async () => 'k'.repeat(43) },
    ...made,
  ];
}

async function open(server: TestServer, adminId: number) {
  await sql`update admins set blocked = false where id = ${adminId}`.execute(server.database);
  return server.services.sessions.open(adminId, { address: '127.0.0.1', userAgent: 'test' });
}

/** Straight in the database, as if it had happened while no node was listening. */
async function spoil(
  { database }: TestServer,
  { adminId, sessionId, how }: { adminId: number; sessionId: number; how: 'expired' | 'ended' | 'blocked' },
): Promise<void> {
  const endOrBlock = {
    expired: sql`update sessions set expires_at = now() - interval '1 second' where id = ${sessionId}`,
    ended: sql`delete from sessions where id = ${sessionId}`,
    blocked: sql`update admins set blocked = true where id = ${adminId}`,
  }[how];
  await endOrBlock.execute(database);
}

/** Whether somebody holds a right. */
export function holds({ rights }: Caller, right: Right): boolean {
  return rights.includes(right);
}

/** Whether a place is in somebody's sight. */
export function seesPlace({ sees }: Caller, place: Place): boolean {
  return place === 'nowhere' || sees.includes(place);
}
