import { sql } from 'kysely';
import { runQuery } from '#kernel/plugin-api/contract.ts';
import { createTown, neighborhoodOf } from '#kernel/plugin-api/demo.ts';
import { type DatabaseTransaction, randomCode, type ServerContext } from '#kernel/plugin-api/server.ts';
import { type EmploymentStatus, receiveApplicationQuery } from '#plugins/applications/contract.ts';
import type { SiteBody } from '../contract.ts';
import type { intake } from '../manifest.ts';
import texts from './texts.json' with { type: 'json' };

/** The server's means of storing the seeded data. */
interface Storing {
  insertSite(
    database: DatabaseTransaction,
    site: SiteBody,
  ): Promise<{ readonly site: { readonly id: number } }>;
  hashOfCode(code: string): string;
}

/** Adds a site with a key, and applications of this morning: from citizens themselves, and the last one from the site. */
export async function seedIntake(
  context: ServerContext<typeof intake>,
  { insertSite, hashOfCode }: Storing,
): Promise<void> {
  // Citizens without documents in the register: nobody has entered an application for them.
  const citizens = createTown().filter((_, index) => index % 7 === 3);
  await context.transaction(async ({ database, hooks }) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from neighborhoods_v1_neighborhoods order by id`.execute(database);
    const neighborhoodIds = rows.map(({ id }) => id);
    const { name, origin } = texts.site;
    const { site } = await insertSite(database, { name, origins: [origin], rate: 600, webhook: '' });
    for (const [index, { verified_by, employment_status, ...responses }] of texts.applications.entries()) {
      const citizen = citizens[index];
      if (!citizen) return;
      const isFromSite = index === texts.applications.length - 1;
      const source = isFromSite ? 'api' : 'widget';
      const { sex: _sex, household: _household, rank: _place, ...person } = citizen;
      const received = await runQuery(hooks, receiveApplicationQuery, {
        ...responses,
        citizen: person,
        employment_status: employment_status as EmploymentStatus,
        neighborhood_id: neighborhoodOf(citizen, neighborhoodIds),
        fileIds: [],
        source,
      });
      if ('rejected' in received) continue;
      await sql`
        insert into intake_submissions (application_id, site_id, site, source, code_hash, verified_by, verified_at,
          status, cancel_time, created_at)
        values (${received.id}, ${isFromSite ? site.id : null}, ${isFromSite ? name : origin}, ${source},
          ${hashOfCode(randomCode(2))}, ${verified_by}::text,
          case when ${verified_by}::text is not null then now() end, 'created', ${received.cancelTime},
          ${received.createdAt})`.execute(database);
    }
  });
}
