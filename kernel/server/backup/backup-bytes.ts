import { createReadStream } from 'node:fs';

/** The bytes of a backup in any storage; each reading starts over. */
export interface BackupBytes {
  /** How it is called in messages. */
  readonly name: string;
  read(): AsyncIterable<Buffer>;
}

/** A backup in a file. */
export function bytesOfFile(path: string): BackupBytes {
  // Sound: a stream without an encoding gives buffers.
  return { name: path, read: () => createReadStream(path) as AsyncIterable<Buffer> };
}
