import { CodedError, noticeHook } from '#kernel/plugin-api/contract.ts';
import {
  areaOfAuthor,
  type BatchKind,
  type Effects,
  type ServerContext,
  writeAudit,
} from '#kernel/plugin-api/server.ts';
import type { applications } from '../../manifest.ts';
import { type Acting, lockOf, performForward, performStatus, type Performed } from '../actions/perform.ts';
import { broadcast } from '../core/notify.ts';
import { problemOfError, problemOfStatus, targetOf } from './rules.ts';
import { bulkStore, readForwarded, readRunning, type RunningBulk } from './store.ts';

type Own = Effects<typeof applications>;

/**
 * The bulk jobs of applications: each application follows the rules of the single action, in one transaction
 * with its row of the job.
 */
export function applicationBatches(
  context: ServerContext<typeof applications>,
): BatchKind<typeof applications, RunningBulk> {
  const { database } = context;
  return {
    store: bulkStore,
    read: (id) => readRunning(database, id),
    authorOf: ({ author_id }) => author_id,
    areaOf: (batch) => areaOfAuthor(database, batch.author_id, 'application_receiver'),
    async perform(effects, { batch, subjectId: id, area }) {
      const { hooks, emit } = effects;
      const viewer = { id: batch.author_id };
      const acting: Acting = { database: effects.database, hooks, emit, viewer, area, context };
      const { written, entry } = await act(acting, batch, id);
      const audited = {
        action: entry.action,
        subjectType: 'application',
        subjectId: id,
        details: { ...entry.details, batch_id: batch.id },
      } as const;
      await effects.audit(audited);
      await broadcast(effects, 'application_change', written);
      return written.action.id;
    },
    announce(effects, batch, progress) {
      const payload = { id: batch.id, total: batch.total, ...progress };
      effects.emit('application_batch', payload, { adminIds: [batch.author_id] });
    },
    finish: (effects, batch, state) => finishBulk(effects, batch, state),
    problemOf: problemOfError,
  };
}

async function act(acting: Acting, batch: RunningBulk, id: number): Promise<Performed> {
  const locked = await lockOf(acting, id);
  const { kind, message, receiver_id, due, close_tasks } = batch;
  const problem = problemOfStatus(locked, kind);
  if (problem !== null) throw new CodedError({ status: 409, code: problem });
  if (kind === 'forward') {
    const body = { message, receiver_id: receiver_id ?? 0, due: due ?? undefined };
    return performForward(acting, { id, locked, body });
  }
  const body = { status: targetOf(kind), ...(kind === 'accept' ? {} : { note: message }), close_tasks };
  return performStatus(acting, { id, locked, body });
}

/**
 * At the end of a job: one entry in the audit log, and one notice for everyone who received applications
 * through it.
 */
export async function finishBulk(
  { database, hooks }: Pick<Own, 'database' | 'hooks'>,
  { id, kind, author_id, message }: Pick<RunningBulk, 'id' | 'kind' | 'author_id' | 'message'>,
  state: 'done' | 'stopped',
): Promise<void> {
  const progress = await bulkStore.readProgress(database, id);
  await writeAudit(
    database,
    { adminId: author_id, sessionId: null, address: null },
    {
      action: `applications.batch.${state}`,
      subjectType: 'application_batch',
      subjectId: id,
      details: { kind, ...progress },
    },
  );
  if (kind !== 'forward') return;
  for (const { receiver_id, application_id, neighborhood_id, count } of await readForwarded(database, id)) {
    await hooks.call(noticeHook, {
      type: 'forwards',
      payload: { application_id, count, message },
      audience: {
        permission: 'application_receiver',
        neighborhoodId: neighborhood_id,
        adminIds: [receiver_id],
        exceptAdminId: author_id,
      },
    });
  }
}
