import { citizenFileLimits } from '#kernel/domain/values/limits.ts';
import type { NamedFile } from './conversation.ts';

/** The limits of one message: number of files, and bytes of all files together. */
export interface FileLimits {
  readonly count: number;
  readonly bytes: number;
}

/** The limits of the specification: 5 files and 10 MB. */
export const defaultLimits: FileLimits = {
  count: citizenFileLimits.maxFiles,
  bytes: citizenFileLimits.maxBytes,
};

/** A file that exceeds a limit. */
export interface RejectedFile {
  readonly name: string;
  readonly reason: 'count' | 'bytes';
}

/** Adds files to the chosen ones as long as they stay within the limits; reports those that do not fit. */
export function takeFiles(
  taken: readonly NamedFile[],
  offered: readonly NamedFile[],
  limits: FileLimits,
): { readonly files: readonly NamedFile[]; readonly dropped: readonly RejectedFile[] } {
  const files = [...taken];
  const dropped: RejectedFile[] = [];
  for (const { name, size } of offered) {
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    if (files.length >= limits.count) dropped.push({ name, reason: 'count' });
    else if (bytes + size > limits.bytes) dropped.push({ name, reason: 'bytes' });
    else files.push({ name, size });
  }
  return { files, dropped };
}
