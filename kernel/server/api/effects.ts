import type { Access, EventName, EventPayload, HookCaller, Manifest } from '#kernel/contract/index.ts';
import type { DatabaseTransaction } from './database.ts';

/** Whom a socket event reaches: those whom `access` lets in, and who reach the neighbourhood when one is named. */
export interface Audience {
  readonly access?: Access;
  readonly neighborhoodId?: number;
  readonly adminIds?: readonly number[];
  readonly exceptAdminId?: number;
}

/** What is written to the audit log, in the transaction of the change. Never a value of personal data: names of fields. */
export interface AuditEntry {
  /** `<plugin>.<thing>.<verb>`, for example `applications.status.change`. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What a change may cause, all or nothing. */
export interface Effects<M extends Manifest = Manifest> {
  readonly database: DatabaseTransaction;
  audit(entry: AuditEntry): Promise<void>;
  /** Calls the plugins that listen to a hook, within this transaction. */
  readonly hooks: HookCaller;
  /** Sends a socket event once the transaction is durable. */
  emit<N extends EventName<M>>(event: N, payload: EventPayload<M, N>, audience: Audience): void;
  afterCommit(work: () => void | Promise<void>): void;
}
