/** The name under which a browser stores an admin's note about an application. */
export function noteNameOf(adminId: number, applicationId: number): string {
  return `note:${adminId}:${applicationId}`;
}

/** The application that a stored note is about; null for a name of another kind. */
export function applicationOfNote(name: string): number | null {
  const id = /^note:\d+:(\d+)$/.exec(name)?.[1];
  return id === undefined ? null : Number(id);
}
