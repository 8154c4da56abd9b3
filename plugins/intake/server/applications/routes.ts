import { sql } from 'kysely';
import { z } from 'zod';
import { allOf, areaOf, fail, idParamSchema, reaches, runQuery } from '#kernel/plugin-api/contract.ts';
import { type Call, routesOf } from '#kernel/plugin-api/server.ts';
import { applicationStatesQuery } from '#plugins/applications/contract.ts';
import { citizenRequestBodySchema, intakeApplicationSchema, type IntakeApplication } from '../../contract.ts';
import { intake } from '../../manifest.ts';

const route = routesOf(intake);
const receiverAccess = allOf('application_receiver');
const params = z.object({ id: idParamSchema });
type IntakeCall = Call<z.output<typeof params>, unknown, unknown, typeof intake>;

const show = route({
  method: 'GET',
  path: 'intake/applications/:id',
  summary: 'Source of an application and its requests to the citizen; null for one that staff entered',
  access: receiverAccess,
  params,
  response: intakeApplicationSchema,
  async handle(call) {
    await assertReached(call);
    return readIntakeApplication(call);
  },
});

const confirm = route({
  method: 'POST',
  path: 'intake/applications/:id/confirmation',
  summary: 'Confirms who the citizen of an application is',
  access: receiverAccess,
  params,
  response: intakeApplicationSchema,
  async handle(call) {
    await assertReached(call);
    const { id } = call.params;
    const { rows } = await sql`
      update intake_submissions set verified_by = 'staff', verified_at = now()
      where application_id = ${id} and verified_by is null returning application_id`.execute(call.database);
    if (rows.length > 0) {
      await call.audit({ action: 'intake.case.confirm', subjectType: 'application', subjectId: id });
    }
    return readIntakeApplication(call);
  },
});

const requestDetails = route({
  method: 'POST',
  path: 'intake/applications/:id/requests',
  summary: 'Sends a request to the citizen of an application, who reads it with its number and code',
  access: receiverAccess,
  params,
  body: citizenRequestBodySchema,
  response: intakeApplicationSchema,
  status: 201,
  async handle(call) {
    await assertReached(call);
    const { id } = call.params;
    if (!(await readIntakeApplication(call))) throw fail('not_found');
    await sql`
      insert into intake_asks (application_id, text, admin_id) values (${id}, ${call.body.text}, ${call.viewer.id})`.execute(
      call.database,
    );
    await call.audit({ action: 'intake.case.ask', subjectType: 'application', subjectId: id });
    return readIntakeApplication(call);
  },
});

/** The routes by which staff read and handle external applications, each admin within their area. */
export const intakeApplicationRoutes = [show, confirm, requestDetails];

async function assertReached({ hooks, viewer, params: { id } }: IntakeCall): Promise<void> {
  const [state] = await runQuery(hooks, applicationStatesQuery, [id]);
  if (!state || !reaches(areaOf(viewer), state.neighborhoodId)) throw fail('not_found');
}

async function readIntakeApplication({ database, params: { id } }: IntakeCall): Promise<IntakeApplication> {
  const { rows } = await sql<Omit<NonNullable<IntakeApplication>, 'asks'>>`
    select source, site, verified_by, verified_at from intake_submissions where application_id = ${id}`.execute(
    database,
  );
  const [row] = rows;
  if (!row) return null;
  const { rows: asks } = await sql<NonNullable<IntakeApplication>['asks'][number]>`
    select id, text, created_at from intake_asks where application_id = ${id} order by id desc limit 50`.execute(
    database,
  );
  return { ...row, asks };
}
