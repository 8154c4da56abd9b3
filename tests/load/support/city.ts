import { sql } from 'kysely';
import { openSession } from '#kernel/identity/server/session/session-store.ts';
import { createApi, type ApiClient } from '#kernel/testing/api.ts';
import { seed, settle } from '../../bench/applications/seed.ts';
import { install, type Installation } from '../../support/installation.ts';

/** The token of the server's metrics. */
export const metricsToken = 'figures for the load';

/** A user with a session; several may be the same admin in several places. */
export interface Person {
  readonly adminId: number;
  readonly isHead: boolean;
  /** The ids of the neighbourhoods whose applications they may see. */
  readonly reach: ReadonlySet<number>;
  readonly token: string;
}

/** A server with a history of applications, and its users. */
export interface City {
  readonly installation: Installation;
  readonly people: readonly Person[];
  /** The id of the last application of the history. */
  readonly lastId: number;
  apiOf(person: Person): ApiClient;
  remove(): Promise<void>;
}

/** One of this many users is a head with access to everything, who reads the statistics. */
const peoplePerHead = 20;

interface Staff {
  readonly id: number;
  readonly login: string;
  readonly reach: number[];
}

/**
 * Builds a city of forty neighbourhoods, with three operators each, and one operator of five neighbourhoods.
 */
export async function buildCity(given: { people: number; applications: number }): Promise<City> {
  const installation = await install({ KOMAK_METRICS_TOKEN: metricsToken });
  try {
    const { people, lastId } = await installation.withDatabase(async ({ pool, database }) => {
      await seed(pool, given.applications);
      await settle(pool);
      const { rows: staff } = await sql<Staff>`
        select a.id, a.login, case when r.role = 'super_admin' then array(select id from neighborhoods)
          else array(select neighborhood_id from admin_neighborhoods where admin_id = a.id) end as reach
        from admins a join admin_roles r on r.id = a.role_id where a.login ~ '^bench' order by a.id`.execute(
        database,
      );
      const { rows: last } = await sql<{ id: number }>`select max(id) as id from applications`.execute(
        database,
      );
      const [head, ...others] = staff;
      const members: Person[] = [];
      for (let index = 0; index < given.people; index++) {
        const one = index % peoplePerHead === 0 ? head : others[index % others.length];
        if (!one) throw new Error('there is no staff');
        const opened = await openSession(database, one.id, { address: '127.0.0.1', userAgent: 'load' });
        if (!opened) throw new Error('no session was opened');
        members.push({
          adminId: one.id,
          isHead: one === head,
          reach: new Set(one.reach),
          token: opened.token,
        });
      }
      return { people: members, lastId: last[0]?.id ?? 0 };
    });
    return {
      installation,
      people,
      lastId,
      apiOf: ({ token }) => createApi(installation.node.url, { token }),
      remove: () => installation.remove(),
    };
  } catch (error) {
    await installation.remove();
    throw error;
  }
}
