/** The page on which a letter to an application is written. */
export function writePath(applicationId: number): string {
  return `/letters/write/${applicationId}`;
}

/** The page on which a letter is corrected. */
export function correctPath(letter: { readonly id: number; readonly application_id: number }): string {
  return `${writePath(letter.application_id)}?replaces=${letter.id}`;
}

/** The register. */
export const registerPath = '/letters/list';

/** The list of templates. */
export const templatesPath = '/letters/templates';
