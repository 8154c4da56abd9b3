import { sql } from 'kysely';
import { pauseAfter, type ServerContext } from '#kernel/plugin-api/server.ts';
import type { retention } from '../manifest.ts';
import { isInRegister } from './holds.ts';
import { endRequest, lockRequest, type Obstacle } from './requests.ts';

type Context = ServerContext<typeof retention>;

/** The records that an erasure would delete, and the obstacles to it. */
export interface ErasurePlan {
  readonly counts: Readonly<Record<string, number>>;
  readonly obstacles: readonly Obstacle[];
  /** Disabled plugins that store data of citizens. */
  readonly missing: readonly string[];
}

/** Rolls a transaction back, but keeps its result. */
class Undone extends Error {
  readonly plan: ErasurePlan;

  constructor(plan: ErasurePlan) {
    super('the transaction was rolled back intentionally');
    this.plan = plan;
  }
}

/** Erases and rolls back: the counts are those of a real erasure. */
export async function previewErasure(context: Context, citizenId: number): Promise<ErasurePlan> {
  try {
    return await context.transaction(async (effects) => {
      throw new Undone(await eraserOf(context)(citizenId, effects));
    });
  } catch (error) {
    if (error instanceof Undone) return error.plan;
    throw error;
  }
}

/** The maximum number of requests read at once. */
const batch = 100;

/** The pauses between the attempts at one erasure: 1, 2, 4 s, and so on; at most five minutes. */
const pauses = { delayMs: 1000, maxDelayMs: 5 * 60_000 };

/** The failed attempts at an erasure, and when it is attempted again, in milliseconds of the clock. */
interface Failures {
  readonly count: number;
  readonly retryAt: number;
}

/**
 * Creates the job that erases the citizens of confirmed requests, each in its own transaction; a killed job continues after
 * the next start. A failed erasure is attempted again after a growing pause. `now` is a monotonic clock in milliseconds.
 */
export function createEraser(context: Context, now = () => performance.now()): () => Promise<void> {
  const failures = new Map<number, Failures>();

  /** Attempts one erasure unless its pause is not over; a failure is recorded and logged, and does not stop the others. */
  async function attempt(id: number): Promise<void> {
    const { count, retryAt } = failures.get(id) ?? { count: 0, retryAt: 0 };
    if (now() < retryAt) return;
    try {
      await eraseOne(context, id);
      failures.delete(id);
    } catch (error) {
      const pauseMs = pauseAfter(count + 1, pauses);
      failures.set(id, { count: count + 1, retryAt: now() + pauseMs });
      // A plugin may be disabled only temporarily.
      const level = error instanceof MissingPlugins ? 'warn' : 'error';
      const details = { err: error, request: id, attempt: count + 1, retryInMs: pauseMs };
      context.log[level](details, 'the erasure of a citizen failed; it will be retried');
    }
  }

  return async () => {
    const confirmed = new Set<number>();
    for (let after: number | undefined = 0; after !== undefined;) {
      const { rows } = await sql<{ id: number }>`
        select id from retention_requests where state = 'confirmed' and id > ${after} order by id limit ${batch}`.execute(
        context.database,
      );
      for (const { id } of rows) {
        confirmed.add(id);
        await attempt(id);
      }
      after = rows.at(-1)?.id;
    }
    for (const id of failures.keys()) if (!confirmed.has(id)) failures.delete(id);
  };
}

/** Disabled plugins store data of the citizen, which an erasure would leave behind. */
class MissingPlugins extends Error {
  constructor(missing: readonly string[]) {
    super(`disabled plugins store data of citizens: ${missing.join(', ')}`);
  }
}

async function eraseOne(context: Context, id: number): Promise<void> {
  try {
    await context.transaction(async (effects) => {
      const { database, audit, emit } = effects;
      const request = await lockRequest(database, id);
      if (request?.state !== 'confirmed') return;
      const { citizen_id: citizenId, requested_by, confirmed_by } = request;
      if (!(await isInRegister(database, citizenId))) throw new Undone(missingCitizenPlan(citizenId));
      const plan = await eraserOf(context)(citizenId, effects);
      if (plan.obstacles.length > 0 || plan.missing.length > 0) throw new Undone(plan);
      await endRequest(database, id, { state: 'done', counts: plan.counts });
      const total = Object.values(plan.counts).reduce((sum, count) => sum + count, 0);
      const details = { requested_by, confirmed_by, total };
      await audit({ action: 'retention.erasure.done', subjectType: 'user', subjectId: citizenId, details });
      emit('retention_change', { citizen_id: citizenId });
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    if (error.plan.missing.length > 0) throw new MissingPlugins(error.plan.missing);
    await rejectOne(context, id, error.plan);
  }
}

/**
 * Returns the plan for a citizen who was merged into another after the confirmation: their records now belong
 * to the other one, whose erasure was not requested.
 */
function missingCitizenPlan(citizenId: number): ErasurePlan {
  return {
    counts: {},
    obstacles: [{ key: 'retention:erasure.gone', type: 'user', ids: [citizenId] }],
    missing: [],
  };
}

async function rejectOne(context: Context, id: number, { obstacles }: ErasurePlan): Promise<void> {
  await context.transaction(async ({ database, audit, emit }) => {
    const request = await lockRequest(database, id);
    if (request?.state !== 'confirmed') return;
    await endRequest(database, id, { state: 'refused', obstacles });
    const details = { problem: obstacles.map(({ key }) => key).join(', ') };
    await audit({
      action: 'retention.erasure.refuse',
      subjectType: 'user',
      subjectId: request.citizen_id,
      details,
    });
    emit('retention_change', { citizen_id: request.citizen_id });
  });
}

function eraserOf({ erasePerson }: Context): NonNullable<Context['erasePerson']> {
  if (!erasePerson) throw new Error('this server does not support the erasure of citizens');
  return erasePerson;
}
