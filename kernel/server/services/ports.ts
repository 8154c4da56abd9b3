import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { SessionTimes, StoredFile, Viewer } from '#kernel/contract/index.ts';
import type { Audience, Database, DatabaseTransaction, IngestedFile } from '../api/index.ts';

/** A live session. */
export interface Session {
  readonly id: number;
  readonly viewer: Viewer;
  readonly mustChangePassword: boolean;
  /** Whether a second factor is required and the admin has none yet. */
  readonly mustAddFactor: boolean;
}

/**
 * Why a session was ended: its rights changed, its password or second factor changed, its admin was blocked or removed,
 * or a user ended it.
 */
export type SessionEndReason = 'rights' | 'password' | 'factor' | 'closed' | 'ended';

/** Sign-in sessions: opaque tokens, of which the database stores only the SHA-256 (`kernel/identity/server/`). */
export interface Sessions {
  /** Whether this node has received every end or change of a session; false while it receives no notifications. */
  readonly current: boolean;
  /** Adds a listener that is called whenever notifications are received again. */
  onCurrent(listener: () => void): void;
  /**
   * Finds the session of a token; null if it is unknown, expired, or its admin was removed. A network that sends many
   * unknown tokens has to wait; throws `too_many_attempts` if too many wait.
   */
  find(token: string, network?: string | null): Promise<Session | null>;
  /** Reads the user of a session with their current rights; null if the session has ended or is restricted. */
  findViewer(sessionId: number): Promise<Viewer | null>;
  open(
    adminId: number,
    origin: { address: string; userAgent: string },
  ): Promise<{ token: string; session: Session }>;
  /** Records that capabilities were announced to a session. */
  recordAnnouncement(sessionId: number): Promise<void>;
  /** Ends one session; its sockets are closed within a second, on every node. */
  end(sessionId: number, database?: Database | DatabaseTransaction): Promise<void>;
  /** Ends all sessions of an admin except one, in the transaction of the change that causes it. */
  endAllOf(
    adminId: number,
    exceptSessionId: number | null,
    database: Database | DatabaseTransaction,
  ): Promise<void>;
  /** Adds a listener for ended sessions, on this or another node, with their ids and the reason if there is one. */
  onEnd(listener: (sessionIds: readonly number[], reason: SessionEndReason | null) => void): void;
  /** Adds a listener for sessions that continue with other rights or names. */
  onChange(listener: (sessionIds: readonly number[]) => void): void;
  close(): Promise<void>;
}

/** {@link Sessions}, the interface for plugins, with additions for the kernel. */
export interface WatchedSessions extends Sessions {
  /**
   * Records that the user of a session is active, or with `isActive` false only reads how long it lasts; null if it has
   * ended. From then on its calls no longer count as activity.
   */
  recordActivity(sessionId: number, isActive: boolean): Promise<SessionTimes | null>;
  /** Like {@link Sessions.onEnd}, but also reports whether they expired, in which case there is no reason. */
  onEnd(
    listener: (sessionIds: readonly number[], reason: SessionEndReason | null, hasExpired: boolean) => void,
  ): void;
}

/** The responses that this node is sending to sessions (`http/responses/`). */
export interface SessionResponses {
  /** Breaks a response off if its session ends before it is sent. */
  add(sessionId: number, response: ServerResponse): void;
}

/** Stored files (`storage/`). */
export interface Files {
  /** Checks and stores one upload; the stream is read to its end. Throws coded errors (413, 415). */
  receive(upload: {
    stream: Readable;
    name: string;
    mimetype: string;
    maxBytes: number;
    /** The caller whose share of the image budget is used. */
    caller?: string;
  }): Promise<ReceivedFile>;
  /** Writes the rows of received files in the transaction; until then they are blobs without an owner. */
  keep(
    files: readonly ReceivedFile[],
    adminId: number,
    database: DatabaseTransaction,
  ): Promise<readonly IngestedFile[]>;
  /** Deletes the rows of files without an owner; their bytes are deleted later, like other blobs without a row. */
  forget(fileIds: readonly number[], database: DatabaseTransaction): Promise<void>;
  /** Removes the blobs of a failed request. */
  discard(files: readonly ReceivedFile[]): Promise<void>;
  /** `/api/uz/files/{id}?exp=&sig=`, valid for five minutes and this session. */
  url(fileId: number, sessionId: number): string;
  present(file: Omit<StoredFile, 'url'>, sessionId: number): StoredFile;
  /** Verifies an address signed by {@link Files.url}; null if it is invalid or expired. */
  verify(fileId: number, query: { exp: string; sig: string }): { sessionId: number } | null;
  /** Opens a stored file, or the range that `partOf` returns for its size. */
  open(fileId: number, partOf?: (size: number) => ByteRange | null): Promise<OpenedFile | null>;
}

/** A checked upload whose bytes are stored and whose row is not yet written. */
export interface ReceivedFile {
  readonly storedName: string;
  readonly name: string;
  readonly size: number;
  readonly format: string;
  readonly mimetype: string;
  readonly sha256: string;
}

export interface OpenedFile {
  readonly stream: Readable;
  readonly name: string;
  /** The size of the whole file, in bytes. */
  readonly size: number;
  /** The range of the stream, or null for the whole file. */
  readonly range: ByteRange | null;
  readonly mimetype: string;
  /** Whether the browser may show it: a re-encoded image or a PDF. */
  readonly inline: boolean;
}

/** Sockets (`realtime/`). */
export interface Realtime {
  emit(event: string, payload: unknown, audience: Audience): void;
  /** Emits an event to the browsers of this node. */
  emitHere(event: string, payload: unknown, audience: Audience): void;
  /** The number of open sockets of this node, and of running nodes. */
  readonly counts: { readonly sockets: number; readonly nodes: number };
  close(): Promise<void>;
}

/** A range of bytes: the indexes of the first and the last one. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores bytes under names such as `stored/ab/…`, each completely or not at all, in a folder or an object store. */
export interface ByteStore {
  /** Stores the bytes of a file durably under a name, replacing existing ones; may move the file. */
  put(name: string, file: { readonly path: string; readonly sha256: string }): Promise<void>;
  /** Reads the bytes, or a range of them; null if the name does not exist. */
  read(name: string, range?: ByteRange | null): Promise<Readable | null>;
  remove(name: string): Promise<void>;
  /** Lists the names in a folder, with their size in bytes and the time of writing in milliseconds since 1970. */
  list(folder: string): AsyncGenerator<{ readonly name: string; readonly at: number; readonly size: number }>;
}

/** The state of nightly backups, or of restore drills. */
export interface BackupState {
  readonly kind: 'backup' | 'drill';
  /** The time of the last successful one, in seconds since 1970; 0 if there is none. */
  readonly lastSuccess: number;
  /** Whether the last one failed. */
  readonly failing: boolean;
}
