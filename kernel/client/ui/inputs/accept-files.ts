/** Why a file was not taken. */
export type RejectionReason = 'type' | 'count' | 'size';

export interface RejectedFile {
  readonly file: File;
  readonly reason: RejectionReason;
}

export interface FileLimits {
  /** Prefixes of the media type, such as `image/` or `application/pdf`; all types if there is none. */
  readonly accept?: readonly string[] | undefined;
  readonly maxFiles?: number | undefined;
  /** Of all files together. */
  readonly maxBytes?: number | undefined;
}

/** Which of the offered files still fit beside those already taken, in their order; the others with the reason. */
export function acceptFiles(
  offered: readonly File[],
  taken: { readonly count: number; readonly bytes: number },
  { accept = [], maxFiles = Infinity, maxBytes = Infinity }: FileLimits,
): { readonly files: File[]; readonly dropped: RejectedFile[] } {
  const files: File[] = [];
  const dropped: RejectedFile[] = [];
  let bytes = taken.bytes;
  for (const file of offered) {
    if (accept.length > 0 && !accept.some((prefix) => file.type.startsWith(prefix))) {
      dropped.push({ file, reason: 'type' });
    } else if (taken.count + files.length >= maxFiles) {
      dropped.push({ file, reason: 'count' });
    } else if (bytes + file.size > maxBytes) {
      dropped.push({ file, reason: 'size' });
    } else {
      files.push(file);
      bytes += file.size;
    }
  }
  return { files, dropped };
}
