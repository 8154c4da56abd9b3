import { sql } from 'kysely';
import { z } from 'zod';
import { allOf, areaOf, fail, idParamSchema, reaches, runQuery } from '#kernel/plugin-api/contract.ts';
import { type Call, routesOf } from '#kernel/plugin-api/server.ts';
import { applicationStatesQuery } from '#plugins/applications/contract.ts';
import { citizenRequestBodySchema, caseSchema, type IntakeCase } from '../contract.ts';
import { intake } from '../manifest.ts';

const route = routesOf(intake);
const receivers = allOf('application_receiver');
const params = z.object({ id: idParamSchema });
type CaseCall = Call<z.output<typeof params>, unknown, unknown, typeof intake>;

const show = route({
  method: 'GET',
  path: 'intake/cases/:id',
  summary: 'Source of an application and its requests to the citizen; null for one that staff entered',
  access: receivers,
  params,
  response: caseSchema,
  async handle(call) {
    await assertReached(call);
    return readCase(call);
  },
});

const confirm = route({
  method: 'POST',
  path: 'intake/cases/:id/confirmation',
  summary: 'Confirms who the citizen of an application is',
  access: receivers,
  params,
  response: caseSchema,
  async handle(call) {
    await assertReached(call);
    const { id } = call.params;
    const { rows } = await sql`
      update intake_submissions set verified_by = 'staff', verified_at = now()
      where application_id = ${id} and verified_by is null returning application_id`.execute(call.database);
    if (rows.length > 0) {
      await call.audit({ action: 'intake.case.confirm', subjectType: 'application', subjectId: id });
    }
    return readCase(call);
  },
});

const ask = route({
  method: 'POST',
  path: 'intake/cases/:id/asks',
  summary: 'Sends a request to the citizen of an application, who reads it with its number and code',
  access: receivers,
  params,
  body: citizenRequestBodySchema,
  response: caseSchema,
  status: 201,
  async handle(call) {
    await assertReached(call);
    const { id } = call.params;
    if (!(await readCase(call))) throw fail('not_found');
    await sql`
      insert into intake_asks (application_id, text, admin_id) values (${id}, ${call.body.text}, ${call.viewer.id})`.execute(
      call.database,
    );
    await call.audit({ action: 'intake.case.ask', subjectType: 'application', subjectId: id });
    return readCase(call);
  },
});

/** The routes by which staff read and handle an application from outside, each within their area. */
export const caseRoutes = [show, confirm, ask];

async function assertReached({ hooks, viewer, params: { id } }: CaseCall): Promise<void> {
  const [state] = await runQuery(hooks, applicationStatesQuery, [id]);
  if (!state || !reaches(areaOf(viewer), state.neighborhoodId)) throw fail('not_found');
}

async function readCase({ database, params: { id } }: CaseCall): Promise<IntakeCase> {
  const { rows } = await sql<Omit<NonNullable<IntakeCase>, 'asks'>>`
    select source, site, verified_by, verified_at from intake_submissions where application_id = ${id}`.execute(
    database,
  );
  const [row] = rows;
  if (!row) return null;
  const { rows: asks } = await sql<NonNullable<IntakeCase>['asks'][number]>`
    select id, text, created_at from intake_asks where application_id = ${id} order by id desc limit 50`.execute(
    database,
  );
  return { ...row, asks };
}
