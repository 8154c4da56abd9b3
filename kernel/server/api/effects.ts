import type {
  Access,
  EventAudience,
  EventName,
  EventPayload,
  HookCaller,
  Manifest,
} from '#kernel/contract/index.ts';
import type { Kysely, Transaction } from 'kysely';

/** Whom a socket event reaches: those whom `access` lets in, and who reach the neighbourhood when one is named. */
export interface Audience {
  readonly access?: Access;
  readonly neighborhoodId?: number;
  readonly adminIds?: readonly number[];
  readonly exceptAdminId?: number;
}

/** An entry of the audit log, written in the transaction of the change. Never a personal value: names of fields. */
export interface AuditEntry {
  /** `<plugin>.<thing>.<verb>`, for example `applications.status.change`. */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Effects of a change, all or none of which happen. */
export interface Effects<M extends Manifest = Manifest> {
  readonly database: DatabaseTransaction;
  audit(entry: AuditEntry): Promise<void>;
  /** Calls the plugins that listen to a hook, within this transaction. */
  readonly hooks: HookCaller;
  /** Sends a socket event once the transaction is durable, to those whom the manifest's access lets in and its area names. */
  emit<N extends EventName<M>>(event: N, payload: EventPayload<M, N>, ...audience: EventAudience<M, N>): void;
  afterCommit(work: () => void | Promise<void>): void;
}

/** A connection to the database; plugins add their tables with `withTables<…>()` or write SQL by hand. */
export type Database = Kysely<unknown>;

/** An open transaction. */
export type DatabaseTransaction = Transaction<unknown>;

/** A file that came with a request, checked and stored, its row written in the request's transaction. */
export interface IngestedFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly format: string;
  readonly mimetype: string;
}

/** A file that came with a request and is kept in memory alone. */
export interface UploadedFile {
  readonly name: string;
  readonly mimetype: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}
