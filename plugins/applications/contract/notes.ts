/** Under which name a browser keeps the note of an admin about an application. */
export function noteNameOf(adminId: number, applicationId: number): string {
  return `note:${adminId}:${applicationId}`;
}

/** Forgets the notes of everybody on this computer about some applications. */
export function forgetNotes(storage: Storage, applicationIds: readonly number[]): void {
  for (const name of Object.keys(storage)) {
    const id = /^note:\d+:(\d+)$/.exec(name)?.[1];
    if (id !== undefined && applicationIds.includes(Number(id))) storage.removeItem(name);
  }
}
