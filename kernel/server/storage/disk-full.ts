/** Whether the disk is full, which is not the file's fault; the image library reports it only in its message. */
export function isDiskFull(error: unknown): boolean {
  return /ENOSPC|EDQUOT|no space left|quota exceeded|write error|unable to write/i.test(String(error));
}
