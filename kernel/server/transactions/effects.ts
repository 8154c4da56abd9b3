import { auditHook, type EventArea, type Hook, type Manifest } from '#kernel/contract/index.ts';
import { writeAudit, type Actor } from '../audit/write-audit.ts';
import { setActor } from '../history/set-actor.ts';
import { retry } from '../concurrency/retry.ts';
import { isRepeatable } from '../database/pool/errors.ts';
import type { ServerServices } from '../services/server-services.ts';
import type { Audience, AuditEntry, DatabaseTransaction, Effects } from '../api/index.ts';

/** The actor for the audit log, and the plugin whose events are emitted. */
export interface Origin {
  readonly actor: Actor;
  readonly manifest: Manifest;
}

/** Effects of a transaction that are deferred until its commit. */
export interface PendingEffects extends Effects {
  /** Runs the deferred effects; an error is only logged, since the change itself is committed. */
  settle(): Promise<void>;
}

/** Creates the effects of work in a transaction; its functions may be destructured. */
export function createEffects(
  services: ServerServices,
  database: DatabaseTransaction,
  { actor, manifest }: Origin,
): PendingEffects {
  const { plugins, log } = services;
  const waiting: (() => void | Promise<void>)[] = [];
  const hooks = {
    async call<Payload>(hook: Hook<Payload>, payload: Payload) {
      const order = hook.order === 'dependents' ? plugins.loaded.toReversed() : plugins.loaded;
      for (const { id, manifest: own, module, context } of order) {
        if (!module.hooks || !plugins.registry.isEnabled(id)) continue;
        for (const listener of module.hooks) {
          if (listener.hook === hook.id) await listener.listen(payload, effectsOf(own), context);
        }
      }
    },
  };

  /** The same effects for each participating plugin, with the events of its own manifest. */
  function effectsOf(emitter: Manifest): Effects {
    return {
      database: services.wall?.handleFor(database, emitter.id) ?? database,
      async audit(entry: AuditEntry) {
        await writeAudit(database, actor, entry);
        await hooks.call(auditHook, entry);
      },
      hooks,
      emit(event: string, payload: unknown, named: NamedAudience = {}) {
        waiting.push(() => send(services, emitter, event, payload, named));
      },
      afterCommit: (work) => void waiting.push(work),
    };
  }

  return {
    ...effectsOf(manifest),
    async settle() {
      for (let work = waiting.shift(); work; work = waiting.shift()) {
        try {
          await work();
        } catch (error) {
          log.error({ err: error }, 'an effect after a commit failed');
        }
      }
    },
  };
}

/**
 * Runs work in a transaction, then its `afterCommit` functions; a serialization failure or a deadlock repeats the work.
 */
export async function inTransaction<Result>(
  services: ServerServices,
  origin: Origin,
  work: (effects: PendingEffects) => Promise<Result>,
): Promise<Result> {
  const attempt = async () => {
    let effects: PendingEffects | undefined;
    const result = await services.database.transaction().execute((database) => {
      if (origin.actor.adminId !== null) setActor(database, origin.actor.adminId);
      effects = createEffects(services, database, origin);
      return work(effects);
    });
    await effects?.settle();
    return result;
  };
  return retry(attempt, { maxAttempts: 3, delayMs: 0, shouldRetry: isRepeatable });
}

/** The recipients that an emit names, as required by the area of its event. */
type NamedAudience = Pick<Audience, 'neighborhoodId' | 'adminIds'>;

/**
 * Whether an emit names the recipients that each area of events requires, since plugins in plain JavaScript may forget
 * them.
 */
const isNamed: Readonly<Record<EventArea, (named: NamedAudience) => boolean>> = {
  own: ({ neighborhoodId }) => Number.isInteger(neighborhoodId),
  admins: ({ adminIds }) => Array.isArray(adminIds),
  none: () => true,
};

/** Sends an event of a plugin's manifest to its audience; only fields in its schema are sent, personal ones masked. */
function send(
  { plugins, realtime, log, maskPersonal }: ServerServices,
  { id, events }: Manifest,
  event: string,
  payload: unknown,
  named: NamedAudience,
): void {
  if (!plugins.registry.isEnabled(id)) return;
  const declaration = events?.[event];
  if (!declaration) {
    log.error({ event, plugin: id }, 'a plugin emits an event that its manifest does not declare');
    return;
  }
  const read = declaration.payload.safeParse(payload);
  if (!read.success) {
    log.error({ event, issues: read.error.issues }, 'the payload of an event does not fit its schema');
  } else if (!isNamed[declaration.area](named)) {
    log.error({ event, plugin: id, area: declaration.area }, 'an event does not name its audience');
  } else {
    realtime.emit(event, maskPersonal(declaration.payload, read.data), {
      ...named,
      access: declaration.access,
    });
  }
}
