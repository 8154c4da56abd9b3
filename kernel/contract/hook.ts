/**
 * Something that happens on the server and that other plugins may join in the same transaction.
 * Meeting through a hook needs no import of the plugin that listens.
 */
export interface Hook<Payload> {
  readonly id: string;
  /** `dependents`: plugins that require others listen before those; they come after them otherwise. */
  readonly order?: 'dependents';
  /** Never there at run time: carries the type of the payload. */
  readonly payload?: (payload: Payload) => void;
}

/** Calls the plugins that listen to a hook. */
export interface HookCaller {
  call<Payload>(hook: Hook<Payload>, payload: NoInfer<Payload>): Promise<void>;
}

/** Declares a hook; the id is `<plugin>.<name>`, or `kernel.<name>`. */
/* @__NO_SIDE_EFFECTS__ */
export function hook<Payload>(id: string, options: Pick<Hook<Payload>, 'order'> = {}): Hook<Payload> {
  return Object.freeze({ id, ...options });
}

/** Something that is about to be deleted; it stays when a plugin says that it refers to it. */
export interface Removal {
  /** `<plugin>.<thing>`, for example `neighborhoods.neighborhood`. */
  readonly subject: string;
  readonly id: number;
  /** Says how many things of a kind refer to it: `uses('streets', 5)` reads `streets:uses`, a text with `count`. */
  uses(plugin: string, count: number): void;
}

/** Asks every plugin whether it refers to a thing, in the transaction that would delete it. */
export const removalHook = hook<Removal>('kernel.removal');

/** A notice for some admins. */
export interface Notice {
  /** One of the types that the manifest of the teller declares under `notices`. */
  readonly type: string;
  /** The data under the type's key when the notice is shown. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The subject of the notice, as in the audit log: when it is deleted, its notices are deleted too. */
  readonly subject?: { readonly type: string; readonly id: number };
  readonly audience: {
    /** Those who hold this permission … */
    readonly permission?: string;
    /** … and reach this neighbourhood. */
    readonly neighborhoodId?: number;
    /** Only these, of those above. */
    readonly adminIds?: readonly number[];
    /** Nobody is notified of their own action. */
    readonly exceptAdminId?: number;
  };
}

/** Carries notices from any plugin to the plugin that delivers them; without one they are dropped. */
export const noticeHook = hook<Notice>('kernel.notice');

/** Admins whose rights or area have changed, who were blocked, or who have left the service. */
export interface StaffChange {
  readonly adminIds: readonly number[];
  readonly actorId: number;
}

/** Called with each change of what admins may reach, in its transaction and after it, so that others take over what they had. */
export const staffChangeHook = hook<StaffChange>('kernel.staff_change');

/** An action and its subject, as in the audit log. */
export interface AuditedAction {
  /** `<plugin>.<thing>.<verb>`; what is read or exported is audited too. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: number | null;
}

/** Called with every entry of the audit log, in the transaction that writes it. */
export const auditHook = hook<AuditedAction>('kernel.audit');

/** A query from one plugin to another, without an import: the input, and where the result goes. */
export interface Query<Input, Result> {
  readonly input: Input;
  respond(result: Result): void;
}

/**
 * Declares a query in the `contract.ts` of the plugin that answers it. That plugin listens to the hook; a plugin that requires
 * it calls {@link runQuery}. Tables and the way they are counted stay private to the first one.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineQuery<Input, Result>(id: string): Hook<Query<Input, Result>> {
  return hook(id);
}

/** Runs a query with the `hooks` of a call or of a transaction; throws unless exactly one plugin responds. */
export async function runQuery<Input, Result>(
  hooks: HookCaller,
  query: Hook<Query<Input, Result>>,
  input: NoInfer<Input>,
): Promise<Result> {
  const results: Result[] = [];
  await hooks.call(query, { input, respond: (result) => void results.push(result) });
  const [result] = results;
  if (results.length !== 1) throw new Error(`${query.id} has ${results.length} responses, and needs one`);
  return result as Result;
}
