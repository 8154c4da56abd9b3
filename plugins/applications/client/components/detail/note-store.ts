function keyOf(adminId: number, applicationId: number): string {
  return `note:${adminId}:${applicationId}`;
}

/** The note of an admin about an application, in this browser; empty where there is none. */
export function readNote(adminId: number, applicationId: number): string {
  try {
    return localStorage.getItem(keyOf(adminId, applicationId)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a note; an empty one is forgotten. Says whether the browser would. */
export function writeNote(adminId: number, applicationId: number, text: string): boolean {
  try {
    if (text.trim() === '') localStorage.removeItem(keyOf(adminId, applicationId));
    else localStorage.setItem(keyOf(adminId, applicationId), text);
    return true;
  } catch {
    return false;
  }
}
