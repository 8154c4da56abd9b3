import { sql } from 'kysely';
import type { AdminDraft, TestServer } from '#kernel/testing/server.ts';
import { isShortRun } from '../../support/short-run.ts';
import type { Region } from './canaries.ts';

/** The access of a call: a level, a permission, or just a session. */
export type Right =
  | 'anyone'
  | 'signedIn'
  | 'superAdmin'
  | 'application_receiver'
  | 'application_head'
  | 'household_add'
  | 'street_add'
  | 'audit_read';

/** Every permission of the product. */
export const permissions = [
  'application_receiver',
  'application_head',
  'household_add',
  'street_add',
  'audit_read',
] as const;

/**
 * A caller. Permissions are written by hand, since permissions computed by the product would hide its faults.
 */
export interface Caller {
  readonly name: string;
  /** The admin of the session; null without one. */
  readonly adminId: number | null;
  readonly rights: readonly Right[];
  /** The caller's area; everyone has access to records of the whole city. */
  readonly reach: readonly Region[];
  /** Whether a short run makes only a part of the calls as this caller. */
  readonly sometimes?: boolean | undefined;
  /** A credential, or null; a new one after the previous session ended. */
  token(): Promise<string | null>;
}

interface Kind {
  readonly name: string;
  readonly draft: Omit<AdminDraft, 'neighborhoodIds'>;
  /** The assigned neighbourhoods. */
  readonly neighborhoods?: readonly ('own' | 'foreign')[];
  readonly rights: readonly Right[];
  readonly reach: readonly Region[];
  /** How the session is changed before use, which makes the caller a stranger. */
  readonly invalidated?: 'expired' | 'ended' | 'blocked';
  /** Whether a short run makes only a part of the calls as this caller, since others cover each right alone. */
  readonly sometimes?: true;
}

const chief = { role: 'super_admin', permissions: [...permissions] } as const;
const strangerRights = ['anyone'] as const;
const signedInRights = ['anyone', 'signedIn'] as const;
const own = ['own'] as const;
const all = ['own', 'foreign'] as const;

/** Every kind of caller: each permission with and without its area, in pairs, all, none, and invalid sessions. */
const kinds: readonly Kind[] = [
  { name: 'an admin without permissions', draft: {}, neighborhoods: own, rights: signedInRights, reach: own },
  { name: 'a receiver', draft: { permissions: ['application_receiver'] }, neighborhoods: own, rights: [...signedInRights, 'application_receiver'], reach: own },
  { name: 'a receiver without a neighbourhood', draft: { permissions: ['application_receiver'] }, rights: [...signedInRights, 'application_receiver'], reach: [], sometimes: true },
  { name: 'a registrar', draft: { permissions: ['household_add'] }, neighborhoods: own, rights: [...signedInRights, 'household_add'], reach: own },
  { name: 'a registrar without a neighbourhood', draft: { permissions: ['household_add'] }, rights: [...signedInRights, 'household_add'], reach: [], sometimes: true },
  { name: 'a keeper of streets', draft: { permissions: ['street_add'] }, neighborhoods: own, rights: [...signedInRights, 'street_add'], reach: own },
  { name: 'a receiver who registers households', draft: { permissions: ['application_receiver', 'household_add'] }, neighborhoods: own, rights: [...signedInRights, 'application_receiver', 'household_add'], reach: own, sometimes: true },
  { name: 'a receiver who keeps streets', draft: { permissions: ['application_receiver', 'street_add'] }, neighborhoods: own, rights: [...signedInRights, 'application_receiver', 'street_add'], reach: own, sometimes: true },
  { name: 'a registrar who keeps streets', draft: { permissions: ['household_add', 'street_add'] }, neighborhoods: own, rights: [...signedInRights, 'household_add', 'street_add'], reach: own, sometimes: true },
  { name: 'an auditor', draft: { permissions: ['audit_read'] }, neighborhoods: own, rights: [...signedInRights, 'audit_read'], reach: own },
  { name: 'a head', draft: { permissions: ['application_receiver', 'application_head'] }, neighborhoods: own, rights: [...signedInRights, 'application_receiver', 'application_head'], reach: own },
  { name: 'a head without a neighbourhood', draft: { permissions: ['application_head'] }, rights: [...signedInRights, 'application_head'], reach: [] },
  { name: 'an admin with every permission', draft: { permissions: [...permissions] }, neighborhoods: own, rights: [...signedInRights, 'application_receiver', 'application_head', 'household_add', 'street_add', 'audit_read'], reach: own, sometimes: true },
  { name: 'a super admin without permissions', draft: { role: 'super_admin' }, rights: [...signedInRights, 'superAdmin'], reach: all },
  { name: 'a super admin', draft: chief, rights: [...signedInRights, 'superAdmin', 'application_receiver', 'application_head', 'household_add', 'street_add', 'audit_read'], reach: all },
  { name: 'a blocked super admin', draft: chief, rights: strangerRights, reach: [], invalidated: 'blocked', sometimes: true },
  { name: 'a super admin whose session has run out', draft: chief, rights: strangerRights, reach: [], invalidated: 'expired', sometimes: true },
  { name: 'a super admin who has signed out', draft: chief, rights: strangerRights, reach: [], invalidated: 'ended', sometimes: true },
  { name: 'a super admin with a first password', draft: { ...chief, mustChangePassword: true }, rights: signedInRights, reach: [], sometimes: true },
]; // prettier-ignore

/** Creates every kind of caller, and two without a session. */
export async function callersOf(
  server: TestServer,
  placeIds: Readonly<Record<'own' | 'foreign', number>>,
): Promise<Caller[]> {
  const admins = await Promise.all(
    kinds.map(async ({ draft, neighborhoods = [], invalidated, ...kind }): Promise<Caller> => {
      const { id } = await server.createAdmin({
        ...draft,
        neighborhoodIds: neighborhoods.map((place) => placeIds[place]),
      });
      let cached: string | null = null;
      return {
        ...kind,
        adminId: invalidated ? null : id,
        async token() {
          if (cached !== null && (invalidated || (await server.services.sessions.find(cached))))
            return cached;
          const { token, session } = await open(server, id);
          cached = token;
          if (invalidated) await invalidate(server, { adminId: id, sessionId: session.id, how: invalidated });
          return token;
        },
      };
    }),
  );
  const stranger = { adminId: null, rights: strangerRights, reach: [] };
  return [
    { ...stranger, name: 'nobody', token: async () => null },
    {
      ...stranger,
      name: 'a caller with an invented token',
      sometimes: true,
      token: async () => 'k'.repeat(43),
    },
    ...admins,
  ];
}

async function open(server: TestServer, adminId: number) {
  await sql`update admins set blocked = false where id = ${adminId}`.execute(server.database);
  return server.services.sessions.open(adminId, { address: '127.0.0.1', userAgent: 'test' });
}

/** Changes the database directly, as if no node was listening. */
async function invalidate(
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

/**
 * The callers of the call at `index` of the table: all, or in a short run nobody, those with each right alone, and
 * a quarter of the others in turn.
 */
export function callersOfCall(callers: readonly Caller[], index: number): readonly Caller[] {
  if (!isShortRun) return callers;
  const others = callers.filter(({ sometimes }) => sometimes);
  return callers.filter((caller) => !caller.sometimes || others.indexOf(caller) % 4 === index % 4);
}

/** Whether a caller has a right. */
export function hasRight({ rights }: Caller, right: Right): boolean {
  return rights.includes(right);
}

/** Whether a caller has access to a place. */
export function reachesPlace({ reach }: Caller, place: Region): boolean {
  return place === 'nowhere' || reach.includes(place);
}

/**
 * The number of concurrent callers. The test's statements share the 16 connections of its server: with all
 * callers at once they wait for one, possibly too long on a machine with one core. Calls that the server
 * therefore rejects are repeated, statements are not.
 */
const lanes = 6;

/** Processes items, {@link lanes} of them at a time; the results are in the order of completion. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const left = items.values();
  const results: Result[] = [];
  const run = async () => {
    for (const item of left) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: lanes }, run));
  return results;
}
