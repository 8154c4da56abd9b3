import type { StoredFile } from '#kernel/plugin-api/contract.ts';
import type { ApplicationDetail } from '../../contract.ts';

/** Files that were added together: with the request, or with one step of the timeline. */
export interface FileGroup {
  readonly key: string;
  /** The person who added them; null for the citizen. */
  readonly sender: { readonly first_name: string; readonly last_name: string } | null;
  readonly createdAt: string;
  readonly files: readonly StoredFile[];
}

/** All files of an application, the request's first, then by step. */
export function fileGroupsOf(
  application: Pick<ApplicationDetail, 'createdAt' | 'files' | 'actions'>,
): FileGroup[] {
  const request = {
    key: 'request',
    sender: null,
    createdAt: application.createdAt,
    files: application.files ?? [],
  };
  const steps = application.actions.map(({ id, sender, createdAt, files }) => ({
    key: `action-${id}`,
    sender,
    createdAt,
    files: files ?? [],
  }));
  return [request, ...steps].filter(({ files }) => files.length > 0);
}

/** Whether a file can be shown as an image. */
export function isImage(file: Pick<StoredFile, 'mimetype'>): boolean {
  return file.mimetype.startsWith('image/');
}

/** The images of an application in viewing order. */
export function imagesOf(groups: readonly FileGroup[]): StoredFile[] {
  return groups.flatMap(({ files }) => files.filter(isImage));
}
