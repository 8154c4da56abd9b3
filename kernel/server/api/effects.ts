import type {
  Access,
  EventAudience,
  EventName,
  EventPayload,
  HookCaller,
  Manifest,
} from '#kernel/contract/index.ts';
import type { Kysely, Transaction } from 'kysely';

/** The audience of a socket event: users with `access` who are responsible for the neighbourhood, if one is named. */
export interface Audience {
  readonly access?: Access;
  readonly neighborhoodId?: number;
  readonly adminIds?: readonly number[];
  readonly exceptAdminId?: number;
}

/**
 * An entry of the audit log, written in the transaction of the change. It contains names of fields, never personal values.
 */
export interface AuditEntry {
  /** The action `<plugin>.<subject>.<verb>`, for example `applications.status.change`. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The effects of a change; either all or none of them take place. */
export interface Effects<M extends Manifest = Manifest> {
  readonly database: DatabaseTransaction;
  audit(entry: AuditEntry): Promise<void>;
  /** Calls the plugins that listen to a hook, within this transaction. */
  readonly hooks: HookCaller;
  /** Sends a socket event after the commit, to users with the access and the area of its declaration. */
  emit<N extends EventName<M>>(event: N, payload: EventPayload<M, N>, ...audience: EventAudience<M, N>): void;
  afterCommit(work: () => void | Promise<void>): void;
}

/** A connection to the database; plugins add their tables with `withTables<…>()` or write SQL by hand. */
export type Database = Kysely<unknown>;

/** An open transaction. */
export type DatabaseTransaction = Transaction<unknown>;

/** A file of a request, checked and stored; its row is written in the request's transaction. */
export interface IngestedFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly format: string;
  readonly mimetype: string;
}

/** A file of a request that is only in memory. */
export interface UploadedFile {
  readonly name: string;
  readonly mimetype: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}
