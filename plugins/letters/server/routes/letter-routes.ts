import { sql } from 'kysely';
import { z } from 'zod';
import { areaOf, fail, idParamSchema } from '#kernel/plugin-api/contract.ts';
import { routesOf } from '#kernel/plugin-api/server.ts';
import {
  letterBodyInputSchema,
  letterDetailSchema,
  letterSchema,
  voidBodySchema,
  writers,
} from '../../contract.ts';
import { letters } from '../../manifest.ts';
import { codedError } from '../core/errors.ts';
import { addToTimeline, issueLetter, type Issuing } from '../letter/issue-letter.ts';
import { presentLetter } from '../letter/presenter.ts';
import { findLetter, readBody } from '../store/rows.ts';

const route = routesOf(letters);
const params = z.object({ id: idParamSchema });

/** `POST letters`. */
export const issue = (issuing: Issuing) =>
  route({
    method: 'POST',
    path: 'letters',
    summary:
      'Issues a letter with the next number, and adds it to the documents and the timeline of its application',
    access: writers,
    body: letterBodyInputSchema,
    response: letterSchema,
    status: 201,
    async handle(call) {
      const { body, viewer, database, present } = call;
      const area = areaOf(viewer);
      const id = await issueLetter(call, issuing, {
        applicationId: body.application_id,
        language: body.language,
        subject: body.subject,
        body: body.body,
        signatoryId: body.signatory_id,
        templateId: body.template_id,
        templateVersion: body.template_version,
        replacesId: body.replaces_id,
        batchId: null,
        authorId: viewer.id,
        area,
        origin: call.origin,
      });
      const written = await findLetter(database, id, area);
      if (!written) throw new Error(`the letter ${id} was written but does not exist`);
      return presentLetter(written, present);
    },
  });

/** `GET letters/:id`. */
export const detail = route({
  method: 'GET',
  path: 'letters/:id',
  summary: 'A letter with its text',
  access: writers,
  params,
  response: letterDetailSchema,
  async handle({ database, params: { id }, viewer, present }) {
    const found = await findLetter(database, id, areaOf(viewer));
    if (!found) throw fail('not_found');
    const body = await readBody(database, id);
    return { ...presentLetter(found, present), body, template_version: found.template_version };
  },
});

/** `POST letters/:id/void`. */
export const voidLetter = ({ context }: Issuing) =>
  route({
    method: 'POST',
    path: 'letters/:id/void',
    summary: 'Declares a letter void, for a reason; its number stays in the register',
    access: writers,
    params,
    body: voidBodySchema,
    response: letterSchema,
    async handle(call) {
      const { database, viewer, body } = call;
      const { id } = call.params;
      const area = areaOf(viewer);
      const found = await findLetter(database, id, area);
      if (!found) throw fail('not_found');
      const { rows } = await sql`
        update letters set status = 'voided', void_reason = ${body.reason}, updated_at = now()
        where id = ${id} and status = 'issued' returning id`.execute(database);
      if (rows.length === 0) throw codedError('letter_not_valid');
      const message = context.text(found.language, 'letters:timeline.voided', {
        number: found.register_number,
        reason: body.reason,
      });
      const letter = { applicationId: found.application_id, area, authorId: viewer.id };
      const neighborhoodId = await addToTimeline(call, letter, message, []);
      await call.audit({ action: 'letters.letter.void', subjectType: 'letter', subjectId: id });
      call.emit('letter_update', { id, application_id: found.application_id }, { neighborhoodId });
      const written = await findLetter(database, id, area);
      if (!written) throw fail('not_found');
      return presentLetter(written, call.present);
    },
  });
