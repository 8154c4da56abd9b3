/**
 * Something that happens on the server and that other plugins may join in the same transaction.
 * Meeting through a hook needs no import of the plugin that listens.
 */
export interface Hook<Payload> {
  readonly id: string;
  /** Never there at run time: carries the type of the payload. */
  readonly payload?: (payload: Payload) => void;
}

/** Declares a hook; the id is `<plugin>.<name>`, or `kernel.<name>`. */
export function hook<Payload>(id: string): Hook<Payload> {
  return Object.freeze({ id });
}

/** Something that is about to be deleted; whoever refers to it says so, and it stays. */
export interface Removal {
  /** `<plugin>.<thing>`, for example `neighborhoods.neighborhood`. */
  readonly subject: string;
  readonly id: number;
  /** Says how many things of a kind refer to it: `uses('streets', 5)` reads `streets:uses`, a text with `count`. */
  uses(plugin: string, count: number): void;
}

/** Asks every plugin whether it refers to a thing, in the transaction that would delete it. */
export const removalHook = hook<Removal>('kernel.removal');

/** A thing that some admins should be told of. */
export interface Notice {
  /** One of the types that the manifest of the teller declares under `notices`. */
  readonly type: string;
  /** What is embedded under the type's key when the notice is shown. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** What could be deleted, named as in the audit log: when it is, what was told of it goes too. */
  readonly subject?: { readonly type: string; readonly id: number };
  readonly audience: {
    /** Those who hold this permission … */
    readonly permission?: string;
    /** … and reach this neighbourhood. */
    readonly neighborhoodId?: number;
    /** Only these, of those above. */
    readonly adminIds?: readonly number[];
    /** Nobody is told of his own act. */
    readonly exceptAdminId?: number;
  };
}

/** Carries notices from any plugin to whichever plugin delivers them; without one they fall silent. */
export const noticeHook = hook<Notice>('kernel.notice');

/** What was done to which thing, as the audit log names it. */
export interface Deed {
  /** `<plugin>.<thing>.<verb>`; what is read or exported is audited too. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: number | null;
}

/** Tells of every entry of the audit log, in the transaction that writes it. */
export const auditHook = hook<Deed>('kernel.audit');

/** What one plugin asks of whichever can tell, without knowing it. */
export interface Question<Asked, Answer> {
  readonly asked: Asked;
  answer(value: Answer): void;
}

/**
 * Declares a question, in the `contract.ts` of the plugin that answers it: that one joins the hook, and whoever requires the
 * plugin asks with {@link askFor}. So its tables and how they are counted stay its own.
 */
export function question<Asked, Answer>(id: string): Hook<Question<Asked, Answer>> {
  return hook(id);
}

/** Asks a question with the `tell` of a call or a transaction. */
export async function askFor<Asked, Answer>(
  tell: (hook: Hook<Question<Asked, Answer>>, payload: Question<Asked, Answer>) => Promise<void>,
  ask: Hook<Question<Asked, Answer>>,
  asked: NoInfer<Asked>,
): Promise<Answer> {
  const answers: Answer[] = [];
  await tell(ask, { asked, answer: (value) => void answers.push(value) });
  const [answer] = answers;
  if (answers.length !== 1) throw new Error(`${ask.id} was answered ${answers.length} times`);
  return answer as Answer;
}
