import type { NamedFile } from './conversation.ts';

/** What a message takes: so many files, and so many bytes of all together. */
export interface FileLimits {
  readonly count: number;
  readonly bytes: number;
}

/** The specification's: 5 files and 10 MB. */
export const defaultLimits: FileLimits = { count: 5, bytes: 10 * 1024 * 1024 };

/** A file that was not taken, and why. */
export interface DroppedFile {
  readonly name: string;
  readonly reason: 'count' | 'bytes';
}

/** Which of the offered files still fit beside those already taken, in their order; what does not is dropped and told. */
export function takeFiles(
  taken: readonly NamedFile[],
  offered: readonly NamedFile[],
  limits: FileLimits,
): { readonly files: readonly NamedFile[]; readonly dropped: readonly DroppedFile[] } {
  const files = [...taken];
  const dropped: DroppedFile[] = [];
  for (const { name, size } of offered) {
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    if (files.length >= limits.count) dropped.push({ name, reason: 'count' });
    else if (bytes + size > limits.bytes) dropped.push({ name, reason: 'bytes' });
    else files.push({ name, size });
  }
  return { files, dropped };
}

/** A size in one of the units (bytes and steps of 1024, with blanks between), with one digit after the comma below ten. */
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
