import { CodedError } from '#kernel/plugin-api/contract.ts';
import { isUnavailable } from '#kernel/plugin-api/server.ts';
import { filledCaseOf, readCase, readWriter } from '../case.ts';
import { fillTemplate } from '../fill.ts';
import { issueLetter, type Issuing } from '../issue-letter.ts';
import { readTemplate } from '../store/templates.ts';
import {
  areaOfWriter,
  endBatch,
  finishCase,
  firstRunning,
  lockCase,
  nextCase,
  readProgress,
  type RunningBatch,
} from './store.ts';

/** A turn of the job ends after so long, so that a server that stops does not wait for a long batch. */
const turnMs = 4000;

/** After the first letter of a turn, and every so many, those who wait see how far it is. */
const announceEvery = 5;

/** A letter that takes too long to draw, or fails for no known reason, is tried so often: it does not hold up all that come after it. */
const maxAttempts = 3;

/** What the job of this node remembers between its turns. */
export interface JobState {
  readonly isStopping: () => boolean;
  /** How often a letter has failed, by job and application. */
  readonly attempts: Map<string, number>;
}

/**
 * Goes on with the bulk jobs for a while. Each letter is written in one transaction with its line of the job: what a killed
 * server has not committed is written by the next turn, on whichever node, and nothing twice.
 */
export async function runBatches(issuing: Issuing, state: JobState): Promise<void> {
  const { database } = issuing.context;
  const end = Date.now() + turnMs;
  for (let written = 1; Date.now() < end && !state.isStopping(); written++) {
    const batch = await firstRunning(database);
    if (!batch) return;
    const applicationId = await nextCase(database, batch.id);
    if (applicationId === null) await finishBatch(issuing, batch, 'done');
    else
      await writeLetter(issuing, state, { batch, applicationId, isAnnounced: written % announceEvery === 1 });
  }
}

async function finishBatch(
  { context }: Issuing,
  batch: RunningBatch,
  state: 'done' | 'stopped',
): Promise<void> {
  await context.transaction(async (effects) => {
    if (!(await endBatch(effects.database, batch.id, state))) return;
    await effects.audit({
      action: `letters.batch.${state}`,
      subjectType: 'letter_batch',
      subjectId: batch.id,
    });
    const progress = await readProgress(effects.database, batch.id);
    const payload = { id: batch.id, total: batch.total, ...progress };
    effects.emit('letter_batch_progress', payload, { adminIds: [batch.author_id] });
  });
}

async function writeLetter(
  issuing: Issuing,
  { attempts }: JobState,
  { batch, applicationId, isAnnounced }: { batch: RunningBatch; applicationId: number; isAnnounced: boolean },
): Promise<void> {
  const { context } = issuing;
  // Asked each time: who may not write to this neighbourhood any more does not go on doing so.
  const area = await areaOfWriter(context.database, batch.author_id);
  if (area === null) return finishBatch(issuing, batch, 'stopped');
  try {
    await context.transaction(async (effects) => {
      const { database } = effects;
      if (!(await lockCase(database, batch.id, applicationId))) return;
      const { template_id: templateId, template_version: ofStart } = batch;
      const template = await readTemplate(database, templateId, batch.language, ofStart);
      if (!template) throw new CodedError({ status: 409, code: 'template_gone' });
      const found = await readCase(effects.hooks, applicationId, area);
      const writer = await readWriter(database, batch.author_id);
      const filled = filledCaseOf(found, { context, language: batch.language, writer });
      const letterId = await issueLetter(effects, issuing, {
        applicationId,
        language: batch.language,
        subject: template.subject,
        body: fillTemplate(template.body, filled),
        signatoryId: batch.signatory_id,
        templateId,
        templateVersion: template.version,
        replacesId: null,
        batchId: batch.id,
        authorId: batch.author_id,
        area,
        origin: batch.origin,
      });
      await finishCase(database, batch.id, applicationId, { letterId });
      if (!isAnnounced) return;
      const progress = await readProgress(database, batch.id);
      const payload = { id: batch.id, total: batch.total, ...progress };
      effects.emit('letter_batch_progress', payload, { adminIds: [batch.author_id] });
    });
  } catch (error) {
    // A database that is away is away for all of them: the job comes round again.
    if (isUnavailable(error)) throw error;
    const key = `${batch.id}/${applicationId}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    const problem = problemOf(error);
    if (!problem.isSure && attempt < maxAttempts) {
      attempts.set(key, attempt);
      throw error;
    }
    attempts.delete(key);
    if (problem.code === 'internal') context.log.error({ err: error }, 'a letter of a bulk job failed');
    await context.transaction(({ database }) =>
      finishCase(database, batch.id, applicationId, { problem: problem.code }),
    );
  }
}

/** What is said of a letter that was not written, and whether it would be no other the next time. */
function problemOf(error: unknown): { readonly code: string; readonly isSure: boolean } {
  if (!(error instanceof CodedError)) return { code: 'internal', isSure: false };
  if (error.code === 'busy') return { code: 'not_drawn', isSure: false };
  return { code: error.code, isSure: true };
}
