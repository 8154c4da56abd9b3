import { createReadStream } from 'node:fs';

/** The bytes of a stored backup; each `read` starts from the beginning. */
export interface BackupBytes {
  /** The name in messages. */
  readonly name: string;
  read(): AsyncIterable<Buffer>;
}

/** A backup in a file. */
export function bytesOfFile(path: string): BackupBytes {
  // Sound: a stream without an encoding yields buffers.
  return { name: path, read: () => createReadStream(path) as AsyncIterable<Buffer> };
}
