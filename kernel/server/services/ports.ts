import type { Server as HttpServer } from 'node:http';
import type { Readable } from 'node:stream';
import type { SessionTimes, StoredFile, Viewer } from '#kernel/contract/index.ts';
import type { Audience, Database, DatabaseTransaction, IngestedFile } from '../api/index.ts';

/** A live session. */
export interface Session {
  readonly id: number;
  readonly viewer: Viewer;
  readonly mustChangePassword: boolean;
  /** A second factor is required, and the admin has none yet. */
  readonly mustAddFactor: boolean;
}

/**
 * Why a session ended: its rights changed, its password or its second factor changed, its admin is blocked or gone,
 * or it was ended by hand.
 */
export type SessionEndReason = 'rights' | 'password' | 'factor' | 'closed' | 'ended';

/** Sign-in sessions: opaque tokens, of which the database keeps the SHA-256 only (`kernel/identity/server/`). */
export interface Sessions {
  /** Whether this node has received every end or change of a session; false while it receives no notifications. */
  readonly current: boolean;
  /** Called whenever it knows again. */
  onCurrent(listener: () => void): void;
  /**
   * The session of a token, or null when it is unknown, idle too long, too old, or its admin is gone. A network that sends many
   * unknown tokens has to wait, and where too many wait, `too_many_attempts` is thrown.
   */
  find(token: string, network?: string | null): Promise<Session | null>;
  /** Whose a session is, read again, with the rights that they have; null where it is over or not full. */
  findViewer(sessionId: number): Promise<Viewer | null>;
  open(
    adminId: number,
    origin: { address: string; userAgent: string },
  ): Promise<{ token: string; session: Session }>;
  /** Remembers that a session got the capabilities that are announced to sessions alone. */
  recordAnnouncement(sessionId: number): Promise<void>;
  /** Ends one session; its sockets go within a second, on every node. */
  end(sessionId: number, database?: Database | DatabaseTransaction): Promise<void>;
  /** Ends all sessions of an admin but one, in the transaction of the change that asks for it. */
  endAllOf(
    adminId: number,
    exceptSessionId: number | null,
    database: Database | DatabaseTransaction,
  ): Promise<void>;
  /** Called with the ids of sessions that ended, on this node or another, and with the reason where there is one. */
  onEnd(listener: (sessionIds: readonly number[], reason: SessionEndReason | null) => void): void;
  /** Called with the ids of sessions that continue with other rights or names. */
  onChange(listener: (sessionIds: readonly number[]) => void): void;
  close(): Promise<void>;
}

/** {@link Sessions}, whose type plugins are written for, with what the kernel alone needs. */
export interface WatchedSessions extends Sessions {
  /**
   * Notes that the person of a session is active, or, with `isActive` false, answers how long it lasts; null where it is over.
   * Its calls count as activity no more.
   */
  recordActivity(sessionId: number, isActive: boolean): Promise<SessionTimes | null>;
  /** As {@link Sessions.onEnd}; also says whether their time was over, for which nobody had a reason. */
  onEnd(
    listener: (sessionIds: readonly number[], reason: SessionEndReason | null, hasExpired: boolean) => void,
  ): void;
}

/** Stored files (`storage/`). */
export interface Files {
  /** Checks and stores one upload; the stream must be read to its end. Throws coded errors (413, 415). */
  receive(upload: {
    stream: Readable;
    name: string;
    mimetype: string;
    maxBytes: number;
    /** Whose share of the work on images it takes. */
    caller?: string;
  }): Promise<ReceivedFile>;
  /** Writes the rows of received files in the transaction; they are blobs without an owner until then. */
  keep(
    files: readonly ReceivedFile[],
    adminId: number,
    database: DatabaseTransaction,
  ): Promise<readonly IngestedFile[]>;
  /** Deletes the rows of files that belong to nothing; their bytes go when blobs without a row are swept. */
  forget(fileIds: readonly number[], database: DatabaseTransaction): Promise<void>;
  /** Removes blobs of a request that failed. */
  discard(files: readonly ReceivedFile[]): Promise<void>;
  /** `/api/uz/files/{id}?exp=&sig=`, valid for five minutes and this session. */
  url(fileId: number, sessionId: number): string;
  present(file: Omit<StoredFile, 'url'>, sessionId: number): StoredFile;
  /** The file of an address signed by {@link Files.url}, or null when the address is not ours or too old. */
  verify(fileId: number, query: { exp: string; sig: string }): { sessionId: number } | null;
  /** Opens a stored file, or the part of its bytes that is chosen once it is known how many there are. */
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
  /** Of the whole. */
  readonly size: number;
  /** The part that the stream is of, or null for all of it. */
  readonly range: ByteRange | null;
  readonly mimetype: string;
  /** May be shown in the browser: a re-encoded image or a PDF. */
  readonly inline: boolean;
}

/** Sockets (`realtime/`). */
export interface Realtime {
  /** Accepts sockets at an HTTP server; until then events reach other nodes alone. */
  attach(server: HttpServer): void;
  emit(event: string, payload: unknown, audience: Audience): void;
  /** To the browsers of this node alone. */
  emitHere(event: string, payload: unknown, audience: Audience): void;
  /** Open sockets of this node, and the nodes that are alive. */
  readonly counts: { readonly sockets: number; readonly nodes: number };
  close(): Promise<void>;
}

/** The first and the last byte of a part. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes under names such as `stored/ab/…`, each of them there whole or not at all; in a folder or in an object store. */
export interface ByteStore {
  /** Makes the bytes of a file durable under a name, in the place of those that were there; the file may be gone afterwards. */
  put(name: string, file: { readonly path: string; readonly sha256: string }): Promise<void>;
  /** The bytes, or a part of them; null when there are none. */
  read(name: string, range?: ByteRange | null): Promise<Readable | null>;
  remove(name: string): Promise<void>;
  /** The names that begin with a folder's, how many bytes each has, and when it was written, in milliseconds since 1970. */
  list(folder: string): AsyncGenerator<{ readonly name: string; readonly at: number; readonly size: number }>;
}

/** How it stands with the backups that the server makes by itself, or with their restore drills. */
export interface BackupState {
  readonly kind: 'backup' | 'drill';
  /** The moment of the last good one, in seconds since 1970; 0 where there is none. */
  readonly lastSuccess: number;
  /** Whether the last one failed. */
  readonly failing: boolean;
}
