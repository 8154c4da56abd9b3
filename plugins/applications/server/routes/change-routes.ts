import { z } from 'zod';
import { areaOf, fail, idParamSchema, runQuery } from '#kernel/plugin-api/contract.ts';
import { assertVersion, type Call, routesOf } from '#kernel/plugin-api/server.ts';
import { findOrCreateCitizenQuery, personFields, type CitizenBody } from '#plugins/users/contract.ts';
import {
  actionSchema,
  applicationChangedHook,
  applicationSchema,
  correctionBodySchema,
  openStatuses,
  transferBodySchema,
  withdrawalBodySchema,
  type RecordedChange,
  type CorrectionBody,
  type Status,
} from '../../contract.ts';
import { applications, receiverAccess } from '../../manifest.ts';
import { maskField } from '../core/applicant.ts';
import { codedError, fieldErrors } from '../core/errors.ts';
import { authorOfCitizen, citizenOf } from '../intake/intake.ts';
import { broadcast, notifyReceivers } from '../core/notify.ts';
import { presentAction, presentApplication } from '../core/presenter.ts';
import { writeCorrection, writeTransfer, writeWithdrawal } from '../store/changes.ts';
import { readDetail, type Detail } from '../store/detail.ts';
import { mayReceive, readNeighborhoodNames } from '../store/people.ts';
import { lockApplication } from '../store/write.ts';
import { notifyTaskReceivers } from '../staff/hand-over.ts';
import { reassignTasks } from '../staff/handover-store.ts';
import { endTasksWith } from '../tasks/task-store.ts';

const route = routesOf(applications);
const params = z.object({ id: idParamSchema });

type OwnCall = Call<z.output<typeof params>, unknown, unknown, typeof applications>;

/** `PUT applications/:id`. */
export const correct = route({
  method: 'PUT',
  path: 'applications/:id',
  summary: 'Corrects wrong entries, with a reason; the timeline shows the fields with old and new values',
  access: receiverAccess,
  params,
  body: correctionBodySchema,
  versioned: true,
  response: applicationSchema,
  async handle(call) {
    const { database, body, viewer, hooks, audit } = call;
    const { application: before } = await lockVersion(call);
    const named = citizenOf(body, { needsReason: true });
    // The form has no birthday; the existing one stays.
    const person = { ...named, birthday: named.birthday ?? before.birthday };
    const noDocumentReason = hasDocument(person) ? null : body.no_document_reason || null;
    const household = before.author_neighborhood_id ?? before.neighborhood_id;
    const fields = fieldsOf({ ...body, no_document_reason: noDocumentReason ?? undefined }, person, before);
    if (fields.length === 0) throw codedError('nothing_changed');
    const identity = ['personal_number', 'passport_series', 'passport_number'];
    const isSamePerson = before.citizen_id !== null && !fields.some(({ field }) => identity.includes(field));
    const citizenId = isSamePerson
      ? before.citizen_id
      : (await runQuery(hooks, findOrCreateCitizenQuery, person)).id;
    const change: RecordedChange = { kind: 'correction', reason: body.reason, fields, places: null };
    const written = await writeCorrection(
      database,
      { id: before.id, senderId: viewer.id, change },
      {
        author: authorOfCitizen(person, household),
        employmentStatus: body.employment_status,
        salary: body.salary || null,
        plannedAssistance: body.planned_assistance,
        citizenId,
        noDocumentReason,
      },
    );
    const details = { fields: fields.map(({ field }) => field) };
    await audit({
      action: 'applications.correct',
      subjectType: 'application',
      subjectId: before.id,
      details,
    });
    const application = await broadcast(call, 'application_change', written);
    return { ...application, files: application.files.map(call.present) };
  },
});

/** `POST applications/:id/actions/transfers`. */
export const transfer = route({
  method: 'POST',
  path: 'applications/:id/actions/transfers',
  summary: 'Moves the application to another neighbourhood, whose receivers are notified',
  access: receiverAccess,
  params,
  body: transferBodySchema,
  versioned: true,
  response: actionSchema,
  status: 201,
  async handle(call) {
    const { database, body, viewer, audit, emit } = call;
    const { application: before } = await lockVersion(call);
    const { neighborhood_id: to, reason } = body;
    const from = before.neighborhood_id;
    if (from === to) throw fieldErrors({ neighborhood_id: 'same_neighborhood' });
    const names = await readNeighborhoodNames(database, [from, to]);
    const places = { from: names.get(from), to: names.get(to) };
    if (!places.from || !places.to) throw fieldErrors({ neighborhood_id: 'neighborhood_absent' });
    const receiver = before.receiver_id;
    // A receiver does not keep an application that they cannot open: then the receivers of the new
    // neighbourhood are notified.
    const isReached = receiver !== null && (await mayReceive(database, receiver, to));
    const written = await writeTransfer(
      database,
      {
        id: before.id,
        senderId: viewer.id,
        change: { kind: 'transfer', reason, fields: [], places: { from: places.from, to: places.to } },
      },
      { neighborhoodId: to, receiverId: isReached ? receiver : null },
    );
    const tasks = await reassignTasks(database, { applicationIds: [before.id] }, call.context.timeZone);
    await notifyTaskReceivers(call, tasks, { notified: [], actorId: viewer.id });
    const details = { from, to };
    await audit({
      action: 'applications.transfer',
      subjectType: 'application',
      subjectId: before.id,
      details,
    });
    await notifyReceivers(call, written, viewer.id);
    emit('application_leave', { id: before.id }, { neighborhoodId: from });
    await call.hooks.call(applicationChangedHook, { id: before.id, neighborhoodId: from });
    await broadcast(call, 'application_receive', written);
    return presentAction(written.action, written, [], call.present);
  },
});

/** `POST applications/:id/actions/withdrawals`. */
export const withdraw = route({
  method: 'POST',
  path: 'applications/:id/actions/withdrawals',
  summary: 'Cancels an unanswered application at the citizen’s request',
  access: receiverAccess,
  params,
  body: withdrawalBodySchema,
  versioned: true,
  response: actionSchema,
  status: 201,
  async handle(call) {
    const { database, body, viewer, audit } = call;
    const { application: before } = await lockVersion(call);
    const isOpen = (openStatuses as readonly Status[]).includes(before.status);
    if (!isOpen) throw codedError('withdrawal_refused');
    const written = await writeWithdrawal(database, { id: before.id, senderId: viewer.id, note: body.note });
    await endTasksWith(database, written, viewer.id);
    const details = { from: before.status, to: 'canceled' };
    await audit({
      action: 'applications.withdraw',
      subjectType: 'application',
      subjectId: before.id,
      details,
    });
    await broadcast(call, 'application_change', written);
    return presentAction(written.action, written, [], call.present);
  },
});

/** Locks an application in the displayed version; throws the current one if it differs. */
async function lockVersion(call: OwnCall & { readonly version: string | null }): Promise<Detail> {
  const {
    database,
    params: { id },
    viewer,
    version,
  } = call;
  const area = areaOf(viewer);
  if (!(await lockApplication(database, id, area))) throw fail('not_found');
  const found = await readDetail(database, id, area);
  if (!found) throw fail('not_found');
  assertVersion({ version }, presentApplication(found.application, found, call.present));
  return found;
}

function hasDocument(person: CitizenBody): boolean {
  return person.personal_number !== null || person.passport_number !== null;
}

/** The changed fields of a correction with old and new values, masked. */
function fieldsOf(
  body: CorrectionBody,
  person: CitizenBody,
  before: Detail['application'],
): RecordedChange['fields'] {
  const after: Readonly<Record<string, string | null>> = {
    ...Object.fromEntries(personFields.map((field) => [field, person[field]])),
    employment_status: body.employment_status,
    salary: body.salary || null,
    planned_assistance: body.planned_assistance,
    no_document_reason: body.no_document_reason || null,
  };
  const former = Object.fromEntries(Object.entries(before));
  return Object.entries(after).flatMap(([field, to]) => {
    const from: string | null = former[field]?.toString() ?? null;
    if (from === to) return [];
    return [{ field, from: maskField(field, from), to: maskField(field, to) }];
  });
}
