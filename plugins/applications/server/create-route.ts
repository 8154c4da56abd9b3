import { areaOf, reaches, runQuery } from '#kernel/plugin-api/contract.ts';
import { routesOf } from '#kernel/plugin-api/server.ts';
import { findOrCreateCitizenQuery } from '#plugins/users/contract.ts';
import { applicationBodySchema, applicationSchema, uploadLimits } from '../contract.ts';
import { applications, receivers } from '../manifest.ts';
import { daysOfFirstTerm } from './clock/term.ts';
import { refuseFields } from './errors.ts';
import { authorOf, authorOfCitizen, citizenOf, namesCitizen } from './intake.ts';
import { broadcast, notifyReceivers } from './notify.ts';
import { readContact } from './store/people.ts';
import { attachFiles, insertApplication } from './store/write.ts';

/** `POST applications`. */
export const create = routesOf(applications)({
  method: 'POST',
  path: 'applications',
  summary: 'Takes in an application',
  access: receivers,
  upload: { maxFiles: uploadLimits.maxFiles, maxBytes: uploadLimits.intakeBytes },
  body: applicationBodySchema,
  response: applicationSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body, files, context, hooks } = call;
    if (!reaches(areaOf(viewer), body.neighborhood_id)) {
      throw refuseFields({ neighborhood_id: 'neighborhood_foreign' });
    }
    const named = namesCitizen(body) ? citizenOf(body) : null;
    const citizen = named && (await runQuery(hooks, findOrCreateCitizenQuery, named));
    const written = await insertApplication(database, {
      neighborhoodId: body.neighborhood_id,
      author: named
        ? authorOfCitizen(named, body.neighborhood_id)
        : authorOf(await readContact(database, viewer.id)),
      citizenId: citizen?.id ?? null,
      source: 'staff',
      employmentStatus: body.employment_status,
      salary: body.salary || null,
      plannedAssistance: body.planned_assistance,
      createdBy: viewer.id,
      deadlineDays: daysOfFirstTerm(context),
      timeZone: context.timeZone,
    });
    if (!written) throw refuseFields({ neighborhood_id: 'neighborhood_foreign' });
    const { id } = written.application;
    const fileIds = files.map((file) => file.id);
    const attached = await attachFiles(database, id, null, fileIds);
    await call.audit({
      action: 'applications.create',
      subjectType: 'application',
      subjectId: id,
      details: { fields: Object.keys(body), files: files.length },
    });
    await notifyReceivers(call, written, viewer.id);
    const application = broadcast(call, 'application_receive', { ...written, files: attached });
    return { ...application, files: application.files.map(call.present) };
  },
});
