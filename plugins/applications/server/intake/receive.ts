import { runQuery } from '#kernel/plugin-api/contract.ts';
import { hooksOf } from '#kernel/plugin-api/server.ts';
import { findOrCreateCitizenQuery } from '#plugins/users/contract.ts';
import { receiveApplicationQuery } from '../../contract.ts';
import { applications } from '../../manifest.ts';
import { daysUntilFirstDeadline } from '../clock/deadline.ts';
import { authorOfCitizen } from './intake.ts';
import { broadcast, notifyReceivers } from '../core/notify.ts';
import { readBlockedOfPassport } from '../store/citizen.ts';
import { neighborhoodExists } from '../store/people.ts';
import { attachFiles, insertApplication } from '../store/write.ts';

const onHook = hooksOf(applications);

/** Receives an external application from another plugin, within its transaction. */
export const receiveApplication = onHook(
  receiveApplicationQuery,
  async ({ input, respond }, effects, context) => {
    const { database, hooks, audit } = effects;
    // Checked before the citizen is written, so that a rejected application leaves nothing.
    if (!(await neighborhoodExists(database, input.neighborhood_id))) {
      respond({ rejected: 'neighborhood_unknown' });
      return;
    }
    if (await readBlockedOfPassport(database, input.citizen)) {
      respond({ rejected: 'citizen_blocked' });
      return;
    }
    const citizen = await runQuery(hooks, findOrCreateCitizenQuery, input.citizen);
    if (citizen.blocked) {
      respond({ rejected: 'citizen_blocked' });
      return;
    }
    const written = await insertApplication(database, {
      neighborhoodId: input.neighborhood_id,
      author: authorOfCitizen(input.citizen, input.neighborhood_id),
      citizenId: citizen.id,
      source: input.source,
      noDocumentReason: null,
      employmentStatus: input.employment_status,
      salary: input.salary,
      plannedAssistance: input.planned_assistance,
      createdBy: null,
      deadlineDays: daysUntilFirstDeadline(context),
      timeZone: context.timeZone,
    });
    if (!written) throw new Error(`the neighbourhood ${input.neighborhood_id} existed but no longer does`);
    const { id } = written.application;
    const files = await attachFiles(database, id, null, input.fileIds);
    await audit({
      action: 'applications.create',
      subjectType: 'application',
      subjectId: id,
      details: { source: input.source, files: files.length },
    });
    await notifyReceivers(effects, written);
    const { cancel_time: cancelTime, createdAt } = await broadcast(effects, 'application_receive', {
      ...written,
      files,
    });
    respond({ id, citizenId: citizen.id, cancelTime, createdAt });
  },
);
