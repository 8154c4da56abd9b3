/**
 * An extension point on the server: plugins listen to it in the caller's transaction. The caller does not import them.
 */
export interface Hook<Payload> {
  readonly id: string;
  /** The order of listeners: `dependents` runs plugins before those that they require; the default is after them. */
  readonly order?: 'dependents';
  /** Carries the type of the payload; never set at run time. */
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

/** A record that is about to be deleted; a plugin that refers to it prevents this. */
export interface Removal {
  /** `<plugin>.<type>`, for example `neighborhoods.neighborhood`. */
  readonly subject: string;
  readonly id: number;
  /** Reports the number of references: `uses('streets', 5)` shows the text `streets:uses` with `count`. */
  uses(plugin: string, count: number): void;
}

/** Collects each plugin's references to a record, in the transaction that would delete it. */
export const removalHook = hook<Removal>('kernel.removal');

/** A notice for some admins. */
export interface Notice {
  /** One of the types that the sender's manifest declares under `notices`. */
  readonly type: string;
  /** The data of the notice, by the schema of its type. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The subject of the notice, as in the audit log; deleting it deletes its notices. */
  readonly subject?: { readonly type: string; readonly id: number };
  readonly audience: {
    /** Admins with this permission … */
    readonly permission?: string;
    /** … who are responsible for this neighbourhood. */
    readonly neighborhoodId?: number;
    /** Only these of them. */
    readonly adminIds?: readonly number[];
    /** The author of the action, who is not notified. */
    readonly exceptAdminId?: number;
  };
}

/** Passes notices to the plugin that delivers them; without such a plugin they are dropped. */
export const noticeHook = hook<Notice>('kernel.notice');

/** Admins whose rights or area have changed, or who were blocked or have left. */
export interface StaffChange {
  readonly adminIds: readonly number[];
  readonly actorId: number;
}

/** Called for each change of admins' access, in its transaction, so that their work can be reassigned. */
export const staffChangeHook = hook<StaffChange>('kernel.staff_change');

/** An action and its subject, as in the audit log. */
export interface AuditedAction {
  /** The action, `<plugin>.<subject>.<verb>`; reads and exports are audited too. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: number | null;
}

/** Called for every entry of the audit log, in the transaction that writes it. */
export const auditHook = hook<AuditedAction>('kernel.audit');

/** A query between plugins without an import: its input, and a callback for the result. */
export interface Query<Input, Result> {
  readonly input: Input;
  respond(result: Result): void;
}

/**
 * Declares a query in the `contract.ts` of the plugin that implements it by listening to the hook; a plugin that
 * requires that one calls {@link runQuery}. Tables and counters stay private to the implementing plugin.
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
  if (results.length !== 1)
    throw new Error(`${query.id} has ${results.length} responses, but needs exactly one`);
  return result as Result;
}
