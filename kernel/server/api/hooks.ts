import type { Hook, Manifest } from '#kernel/contract/index.ts';
import type { ServerContext } from './context.ts';
import type { Effects } from './effects.ts';

/** A listener of a hook, created by {@link onHook}. */
export interface HookListener {
  readonly hook: string;
  readonly listen: (payload: unknown, effects: Effects, context: ServerContext) => Promise<void>;
}

/**
 * Listens to a hook, in the transaction of its call; throwing rolls back the change. A listener that emits events of its
 * plugin is created by {@link hooksOf}.
 */
export function onHook<Payload>(
  hook: Hook<Payload>,
  listen: (payload: NoInfer<Payload>, effects: Effects, context: ServerContext) => Promise<void>,
): HookListener {
  return {
    hook: hook.id,
    listen: (payload, effects, context) => listen(payload as Payload, effects, context),
  };
}

/** The {@link onHook} of a plugin: its listeners emit the events of the manifest and read its settings. */
export function hooksOf<M extends Manifest>(_manifest: M) {
  return function onHookOf<Payload>(
    hook: Hook<Payload>,
    listen: (payload: NoInfer<Payload>, effects: Effects<M>, context: ServerContext<M>) => Promise<void>,
  ): HookListener {
    return onHook(hook, listen);
  };
}
