import { sql } from 'kysely';
import { areaOf, reaches, runQuery } from '#kernel/plugin-api/contract.ts';
import { execute, routesOf } from '#kernel/plugin-api/server.ts';
import { findOrCreateCitizenQuery, type CitizenBody, type FoundCitizen } from '#plugins/users/contract.ts';
import {
  applicationBodySchema,
  applicationSchema,
  uploadLimits,
  type ApplicationBody,
  type ChangeKind,
} from '../../contract.ts';
import { applications, receiverAccess } from '../../manifest.ts';
import { daysUntilFirstDeadline } from '../clock/deadline.ts';
import { fieldErrors } from '../core/errors.ts';
import { authorOfCitizen, citizenOf, shapeOf, unnamedAuthor } from '../intake/intake.ts';
import { checkIntake } from '../intake/intake-check.ts';
import { broadcast, notifyReceivers, type OwnCall } from '../core/notify.ts';
import { writeReasons } from '../store/changes.ts';
import { readBlockedOfPassport } from '../store/citizen.ts';
import { readIdentity } from '../store/identity.ts';
import { attachFiles, insertApplication } from '../store/write.ts';

/** `POST applications`. */
export const create = routesOf(applications)({
  method: 'POST',
  path: 'applications',
  summary: 'Creates an application',
  access: receiverAccess,
  upload: { maxFiles: uploadLimits.maxFiles, maxBytes: uploadLimits.intakeBytes },
  body: applicationBodySchema,
  response: applicationSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body, files, context, hooks } = call;
    if (!reaches(areaOf(viewer), body.neighborhood_id)) {
      throw fieldErrors({ neighborhood_id: 'neighborhood_outside_area' });
    }
    const shape = shapeOf(body);
    const needsReason = shape === 'checked';
    const isUnnamed =
      shape === 'unnamed' && !context.config.requireApplicant && !(await wereFieldsAnnounced(call));
    const named = isUnnamed ? null : citizenOf(body, { needsReason });
    const citizen = named && (await runQuery(hooks, findOrCreateCitizenQuery, named));
    const reasons = citizen ? await reasonsOf(call, { named, citizen, needsReason }) : [];
    const written = await insertApplication(database, {
      neighborhoodId: body.neighborhood_id,
      author: named ? authorOfCitizen(named, body.neighborhood_id) : unnamedAuthor,
      citizenId: citizen?.id ?? null,
      source: 'staff',
      noDocumentReason: reasons.find(({ kind }) => kind === 'no_document')?.reason ?? null,
      employmentStatus: body.employment_status,
      salary: body.salary || null,
      plannedAssistance: body.planned_assistance,
      createdBy: viewer.id,
      deadlineDays: daysUntilFirstDeadline(context),
      timeZone: context.timeZone,
    });
    if (!written) throw fieldErrors({ neighborhood_id: 'neighborhood_outside_area' });
    const { id } = written.application;
    await writeReasons(database, { id, senderId: viewer.id, reasons });
    const fileIds = files.map((file) => file.id);
    const attached = await attachFiles(database, id, null, fileIds);
    await call.audit({
      action: 'applications.create',
      subjectType: 'application',
      subjectId: id,
      details: { fields: Object.keys(body), files: files.length },
    });
    await notifyReceivers(call, written, viewer.id);
    const application = await broadcast(call, 'application_receive', { ...written, files: attached });
    return { ...application, files: application.files.map(call.present) };
  },
});

/** Whether the person's fields were announced to the caller's session. */
async function wereFieldsAnnounced({
  database,
  sessionId,
}: OwnCall & { readonly sessionId: number }): Promise<boolean> {
  const rows = await execute(
    database,
    sql`select from kernel_v1_session_announcements where id = ${sessionId} and announced_at is not null`,
  );
  return rows.length > 0;
}

/** The named applicant, the matching citizen of the register, and whether the caller gives reasons. */
interface Named {
  readonly named: CitizenBody;
  readonly citizen: FoundCitizen;
  readonly needsReason: boolean;
}

/** Returns the reasons for accepting the application despite unusual facts; throws if a required reason is missing. */
async function reasonsOf(
  call: OwnCall & { readonly body: ApplicationBody },
  { named, citizen, needsReason }: Named,
): Promise<{ kind: ChangeKind; reason: string }[]> {
  const { database, body, viewer, language } = call;
  const hasNumber = named.personal_number !== null || named.passport_number !== null;
  const found =
    citizen.created && !hasNumber
      ? null
      : await checkIntake(call, {
          person: await readIdentity(database, { ...named, citizen_id: citizen.id }),
          area: areaOf(viewer),
          language,
        });
  const isBlocked = citizen.blocked || (await readBlockedOfPassport(database, named)) !== null;
  const isUnusual = isBlocked || (found?.needs_reason ?? false);
  if (isUnusual && !body.intake_reason && needsReason) {
    throw fieldErrors({ intake_reason: 'intake_reason' });
  }
  const hasDocument = Boolean(body.personal_number || body.passport_number);
  return [
    // A caller that does not support the checks can give no reason; the finding is recorded anyway.
    ...(isUnusual ? [{ kind: 'intake' as const, reason: body.intake_reason ?? '' }] : []),
    ...(!hasDocument && body.no_document_reason
      ? [{ kind: 'no_document' as const, reason: body.no_document_reason }]
      : []),
  ];
}
