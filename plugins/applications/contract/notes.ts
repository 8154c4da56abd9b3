/** Under which name a browser keeps the note of an admin about an application. */
export function noteNameOf(adminId: number, applicationId: number): string {
  return `note:${adminId}:${applicationId}`;
}

/** The application that a note of anybody is about; null where the name is that of something else. */
export function applicationOfNote(name: string): number | null {
  const id = /^note:\d+:(\d+)$/.exec(name)?.[1];
  return id === undefined ? null : Number(id);
}
