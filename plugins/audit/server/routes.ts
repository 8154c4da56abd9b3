import { sql } from 'kysely';
import { pageOf } from '#kernel/plugin-api/contract.ts';
import { execute, orderOf, routesOf } from '#kernel/plugin-api/server.ts';
import { auditFacetsSchema, auditPageSchema, auditQuerySchema, type AuditFacets } from '../contract.ts';
import { audit, readers } from '../manifest.ts';
import { readKnownActions } from './buckets.ts';
import { criteriaOf } from './criteria.ts';
import { readList } from './list.ts';
import { presentEntries } from './presenter.ts';
import { inSnapshot } from './snapshot.ts';

const route = routesOf(audit);

/** `GET audit`. */
export const list = route({
  method: 'GET',
  path: 'audit',
  summary: 'The audit log, newest first by default: changes and reads with admin, time and address',
  access: readers,
  query: auditQuerySchema,
  response: auditPageSchema,
  async handle(call) {
    const { page, limit, sort_by: _sort, sort_order: _order, ...filters } = call.query;
    const criteria = await criteriaOf(call, filters, orderOf(call.query).direction);
    const range = { offset: (page - 1) * limit, limit };
    const { rows, length } = await inSnapshot(call.database, (log) => readList(log, criteria, range));
    return pageOf(await presentEntries(call, rows), { page, limit, length });
  },
});

/** `GET audit/facets`. */
export const facets = route({
  method: 'GET',
  path: 'audit/facets',
  summary: 'The values of the audit log’s filters: people, actions and kinds of records',
  access: readers,
  response: auditFacetsSchema,
  async handle({ database }) {
    const [admins, actions] = await Promise.all([
      execute(
        database,
        sql<AuditFacets['admins'][number]>`
          select id, first_name, last_name, father_name from kernel_v1_admins order by last_name, first_name, id`,
      ),
      inSnapshot(database, readKnownActions),
    ]);
    return { admins, actions };
  },
});
