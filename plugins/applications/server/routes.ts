import { z } from 'zod';
import { areaOf, fail, idParamSchema, pageOf, reaches } from '#kernel/plugin-api/contract.ts';
import { orderOf, routesOf } from '#kernel/plugin-api/server.ts';
import {
  applicationBodySchema,
  applicationDetailSchema,
  applicationListQuerySchema,
  applicationPageSchema,
  applicationSchema,
  uploadLimits,
} from '../contract.ts';
import { applications, receivers } from '../manifest.ts';
import { refuseFields } from './errors.ts';
import { authorOf, citizenOf, namesCitizen } from './intake.ts';
import { presentApplication, presentCounts, presentDetail } from './presenter.ts';
import type { ReadAudit } from './read-audit.ts';
import { readDetail } from './store/detail.ts';
import { readList } from './store/list.ts';
import { readContact } from './store/people.ts';
import { attachFiles, insertApplication } from './store/write.ts';
import { broadcast, notifyReceivers } from './notify.ts';

const route = routesOf(applications);

/** `GET applications`. */
export const list = route({
  method: 'GET',
  path: 'applications',
  summary: 'Applications within one’s area, newest first unless asked, with exact counts',
  access: receivers,
  query: applicationListQuerySchema,
  response: applicationPageSchema,
  async handle({ database, viewer, query, language, present }) {
    const { page, limit } = query;
    const found = await readList(database, {
      area: areaOf(viewer),
      language,
      page,
      limit,
      neighborhood: query.neighborhood,
      status: query.status,
      search: query.search,
      ...orderOf(query),
    });
    const items = found.items.map((item) => presentApplication(item, found, present));
    const { length, capped, counts } = found;
    const { items: _, ...pagination } = pageOf([], { page, limit, length, capped });
    return { items, ...pagination, pagination, counts: presentCounts(counts) };
  },
});

/** `GET applications/:id`. */
export const detailRoute = (readAudit: ReadAudit) =>
  route({
    method: 'GET',
    path: 'applications/:id',
    summary: 'An application with its timeline, oldest step first',
    access: receivers,
    params: z.object({ id: idParamSchema }),
    response: applicationDetailSchema,
    async handle(call) {
      const found = await readDetail(call.database, call.params.id, areaOf(call.viewer));
      if (!found) throw fail('not_found');
      readAudit.record(call, found.application.id);
      return presentDetail(found, call.present);
    },
  });

/** `POST applications`. */
export const create = route({
  method: 'POST',
  path: 'applications',
  summary: 'Takes in an application',
  access: receivers,
  upload: { maxFiles: uploadLimits.maxFiles, maxBytes: uploadLimits.intakeBytes },
  body: applicationBodySchema,
  response: applicationSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body, files, context } = call;
    if (!reaches(areaOf(viewer), body.neighborhood_id)) {
      throw refuseFields({ neighborhood_id: 'neighborhood_foreign' });
    }
    const written = await insertApplication(database, {
      neighborhoodId: body.neighborhood_id,
      author: namesCitizen(body) ? citizenOf(body) : authorOf(await readContact(database, viewer.id)),
      employmentStatus: body.employment_status,
      salary: body.salary || null,
      plannedAssistance: body.planned_assistance,
      createdBy: viewer.id,
      deadlineDays: context.config.deadlineDays,
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
    await notifyReceivers(call, written);
    const application = broadcast(call, 'application_receive', { ...written, files: attached });
    return { ...application, files: application.files.map(call.present) };
  },
});
