import type { Readable } from 'node:stream';

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
  /** The names that begin with a folder's, and when they were written, in milliseconds since 1970. */
  list(folder: string): AsyncGenerator<{ readonly name: string; readonly at: number }>;
}
