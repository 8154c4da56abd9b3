import { CodedError } from '#kernel/plugin-api/contract.ts';
import { areaOfAuthor, type BatchKind } from '#kernel/plugin-api/server.ts';
import { hasText } from '../../contract.ts';
import type { letters } from '../../manifest.ts';
import { codedError } from '../core/errors.ts';
import { templateDataOf, readApplication, readWriter } from '../core/application.ts';
import { fillTemplate } from '../core/fill.ts';
import { issueLetter, type Issuing, lockApplications } from '../letter/issue-letter.ts';
import { readTemplate } from '../store/templates.ts';
import { batchStore, isWrittenTo, readRunning, type RunningBatch } from './store.ts';

/** The bulk jobs of letters: each letter is written in one transaction with its row of the job. */
export function letterBatches(issuing: Issuing): BatchKind<typeof letters, RunningBatch> {
  const { context } = issuing;
  return {
    store: batchStore,
    read: (id) => readRunning(context.database, id),
    authorOf: ({ author_id }) => author_id,
    areaOf: (batch) => areaOfAuthor(context.database, batch.author_id, 'application_receiver'),
    async perform(effects, { batch, subjectId: applicationId, area }) {
      const { database } = effects;
      const { template_id: templateId, template_version: ofStart } = batch;
      const template = await readTemplate(database, templateId, batch.language, ofStart);
      if (!template) throw new CodedError({ status: 409, code: 'template_gone' });
      await lockApplications(database, [applicationId]);
      if (await isWrittenTo(database, batch, applicationId)) throw codedError('already_written');
      const found = await readApplication(effects.hooks, applicationId, area);
      if (batch.status !== null && found.status.status !== batch.status) throw codedError('status_changed');
      const writer = await readWriter(database, batch.author_id);
      const filled = templateDataOf(found, { context, language: batch.language, writer });
      const body = fillTemplate(template.body, filled);
      // Possible if none of its conditions holds.
      if (!hasText(body)) throw codedError('body_empty');
      return issueLetter(effects, issuing, {
        applicationId,
        language: batch.language,
        subject: template.subject,
        body,
        signatoryId: batch.signatory_id,
        templateId,
        templateVersion: template.version,
        replacesId: null,
        batchId: batch.id,
        authorId: batch.author_id,
        area,
        origin: batch.origin,
      });
    },
    announce(effects, batch, progress) {
      const payload = { id: batch.id, total: batch.total, ...progress };
      effects.emit('letter_batch_progress', payload, { adminIds: [batch.author_id] });
    },
    finish: (effects, batch, state) =>
      effects.audit({
        action: `letters.batch.${state}`,
        subjectType: 'letter_batch',
        subjectId: batch.id,
      }),
    // A letter that took too long to render may succeed at the next attempt.
    problemOf: (error) =>
      error instanceof CodedError && error.code === 'busy' ? { code: 'not_drawn', isSure: false } : null,
  };
}
