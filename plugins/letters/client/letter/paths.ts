/** The path of the page for writing a letter to an application. */
export function writePath(applicationId: number): string {
  return `/letters/write/${applicationId}`;
}

/** The path of the page for correcting a letter. */
export function correctPath(letter: { readonly id: number; readonly application_id: number }): string {
  return `${writePath(letter.application_id)}?replaces=${letter.id}`;
}

/** The path of the register. */
export const registerPath = '/letters/list';

/** The path of the list of templates. */
export const templatesPath = '/letters/templates';
