import type { NamedFile } from './conversation.ts';

/** The limits of one message: number of files, and bytes of all files together. */
export interface FileLimits {
  readonly count: number;
  readonly bytes: number;
}

/** The limits of the specification: 5 files and 10 MB. */
export const defaultLimits: FileLimits = { count: 5, bytes: 10 * 1024 * 1024 };

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

/** Formats a size in one of the units (bytes and steps of 1024, separated by spaces), with one decimal below ten. */
export function formatSize(bytes: number, unitNames: string): string {
  const units = unitNames.split(' ');
  let value = Math.max(0, bytes);
  let unit = 0;
  while (Math.round(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const rounded = unit > 0 && value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${String(rounded).replace('.', ',')} ${units[unit] ?? ''}`;
}
