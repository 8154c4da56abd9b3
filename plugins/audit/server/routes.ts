import { sql } from 'kysely';
import { pageOf, superAdmin } from '#kernel/plugin-api/contract.ts';
import { execute, jsonOrLines, orderOf, routesOf, StreamedResponse, verifyAuditLog } from '#kernel/plugin-api/server.ts';
import {
  auditFacetsSchema,
  auditPageSchema,
  auditQuerySchema,
  type AuditFacets,
  verificationLineSchema,
  verificationSchema,
  type VerificationLine,
} from '../contract.ts';
import { audit } from '../manifest.ts';
import { readList } from './list.ts';
import { requestOf } from './request.ts';

const route = routesOf(audit);

/** `GET audit`. */
export const list = route({
  method: 'GET',
  path: 'audit',
  summary: 'The audit log, newest first: who did what, to what, when and from where',
  access: superAdmin,
  query: auditQuerySchema,
  response: auditPageSchema,
  async handle(call) {
    const { page, limit, sort_by: _sort, sort_order: _order, ...filters } = call.query;
    const request = await requestOf(call, filters, orderOf(call.query).direction);
    const { rows, length } = await readList(call.database, request, { offset: (page - 1) * limit, limit });
    return pageOf([...rows], { page, limit, length });
  },
});

/** `GET audit/facets`. */
export const facets = route({
  method: 'GET',
  path: 'audit/facets',
  summary: 'By what the audit log can be filtered: people, plugins, actions and things',
  access: superAdmin,
  response: auditFacetsSchema,
  async handle({ database }) {
    const [found] = await execute(
      database,
      sql<AuditFacets>`
        with recent as materialized (
          select action, subject_type from kernel_v1_audit
          where at >= coalesce((select until from kernel_v1_audit_counted), '-infinity') group by 1, 2
        )
        select
          (select coalesce(json_agg(json_build_object('id', id, 'first_name', first_name, 'last_name', last_name,
            'father_name', father_name) order by last_name, first_name, id), '[]') from kernel_v1_admins) as admins,
          array(select distinct split_part(action, '.', 1) from kernel_v1_audit_hours
            where admin_id = 0 and subject_type = '' and plugin = '' and action <> ''
            union select split_part(action, '.', 1) from recent order by 1) as plugins,
          array(select distinct action from kernel_v1_audit_hours
            where admin_id = 0 and subject_type = '' and plugin = '' and action <> ''
            union select action from recent order by 1) as actions,
          array(select distinct subject_type from kernel_v1_audit_hours
            where admin_id = 0 and plugin = '' and action = '' and subject_type <> ''
            union select subject_type from recent order by 1) as subject_types`,
    );
    return found ?? { admins: [], plugins: [], actions: [], subject_types: [] };
  },
});

/** `GET audit/verification`: lines of progress and then the outcome for who asks for them, else the outcome alone. */
export const verification = route({
  method: 'GET',
  path: 'audit/verification',
  summary: 'Compares every entry of the audit log with its seal; audited itself',
  access: superAdmin,
  response: jsonOrLines(verificationSchema, verificationLineSchema),
  async handle({ context, accepts, audit: write }) {
    await write({ action: 'audit.verify', subjectType: 'installation', subjectId: null });
    if (!accepts('application/x-ndjson')) return verifyAuditLog(context, () => {});
    return new StreamedResponse(progressOf((report) => verifyAuditLog(context, report)));
  },
});

/** The progress of a work as it is reported, and its outcome as the last line. */
async function* progressOf(
  work: (report: (checked: number, total: number) => void) => ReturnType<typeof verifyAuditLog>,
): AsyncGenerator<VerificationLine> {
  let latest: { checked: number; total: number } | null = null;
  let wake = Promise.withResolvers<void>();
  const stop = new AbortController();
  let isDone = false;
  const working = work((checked, total) => {
    stop.signal.throwIfAborted();
    latest = { checked, total };
    wake.resolve();
  }).finally(() => {
    isDone = true;
    wake.resolve();
  });
  // Who went away is told by the abort, which nobody waits for any more.
  working.catch(() => {});
  try {
    for (;;) {
      await wake.promise;
      wake = Promise.withResolvers<void>();
      if (isDone) break;
      if (latest) yield latest;
    }
    yield { outcome: await working };
  } finally {
    stop.abort();
  }
}
