import { auditHook, type Hook } from '#kernel/contract/index.ts';
import { writeAudit, type Actor } from '../../audit/write-audit.ts';
import { retry } from '../../concurrency/retry.ts';
import { isRepeatable } from '../../database/pool/errors.ts';
import type { Audience, AuditEntry, DatabaseTransaction, Effects } from '../api/index.ts';
import type { Runtime } from '../../services/runtime.ts';

/** What a piece of work caused and that waits for its commit. */
export interface PendingEffects extends Effects {
  /** Runs what waited; an error in it is logged, since the change itself is durable. */
  settle(): Promise<void>;
}

/** The effects of work in a transaction; its functions may be taken apart from the object. */
export function createEffects(runtime: Runtime, database: DatabaseTransaction, actor: Actor): PendingEffects {
  const waiting: (() => void | Promise<void>)[] = [];
  const effects: PendingEffects = {
    database,
    async audit(entry: AuditEntry) {
      await writeAudit(database, actor, entry);
      await effects.hooks.call(auditHook, entry);
    },
    hooks: {
      async call<Payload>(hook: Hook<Payload>, payload: Payload) {
        for (const { id, module, context } of runtime.plugins) {
          if (!module.hooks || !runtime.registry.isEnabled(id)) continue;
          for (const listener of module.hooks) {
            if (listener.hook === hook.id) await listener.listen(payload, effects, context);
          }
        }
      },
    },
    emit(event: string, payload: unknown, audience: Audience) {
      waiting.push(() => send(runtime, event, payload, audience));
    },
    afterCommit(work) {
      waiting.push(work);
    },
    async settle() {
      for (let work = waiting.shift(); work; work = waiting.shift()) {
        try {
          await work();
        } catch (error) {
          runtime.log.error({ err: error }, 'what should follow a change failed');
        }
      }
    },
  };
  return effects;
}

/** Runs work in a transaction, then its `afterCommit` work; a serialization failure or a deadlock runs it again. */
export async function inTransaction<Result>(
  runtime: Runtime,
  actor: Actor,
  work: (effects: PendingEffects) => Promise<Result>,
): Promise<Result> {
  const attempt = async () => {
    let effects: PendingEffects | undefined;
    const result = await runtime.database.transaction().execute((database) => {
      effects = createEffects(runtime, database, actor);
      return work(effects);
    });
    await effects?.settle();
    return result;
  };
  return retry(attempt, { maxAttempts: 3, delayMs: 0, shouldRetry: isRepeatable });
}

/** Only fields that the event's schema names leave the server. */
function send(runtime: Runtime, event: string, payload: unknown, audience: Audience): void {
  for (const manifest of runtime.registry.enabled) {
    const declared = manifest.events?.[event];
    if (!declared) continue;
    const read = declared.payload.safeParse(payload);
    if (read.success) runtime.realtime?.emit(event, read.data, audience);
    else
      runtime.log.error(
        { event, issues: read.error.issues },
        'the payload of an event does not fit its schema',
      );
    return;
  }
}
