/** A full disk is no fault of the file; the image library reports it by message only. */
export function isDiskFull(error: unknown): boolean {
  return /ENOSPC|EDQUOT|no space left|quota exceeded|write error|unable to write/i.test(String(error));
}
