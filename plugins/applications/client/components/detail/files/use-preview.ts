import { useState } from 'react';
import type { StoredFile } from '#kernel/contract/index.ts';
import type { ApplicationDetail } from '../../../../contract.ts';
import { fileGroupsOf, imagesOf } from '../../../model/application-files.ts';

/** Opens the picture of an id. */
export type OpenPreview = (fileId: number) => void;

/** The picture being looked at, among all pictures of the application. */
export function usePreview(application: ApplicationDetail | undefined) {
  const [fileId, setFileId] = useState<number | null>(null);
  const images: readonly StoredFile[] = application ? imagesOf(fileGroupsOf(application)) : [];
  const index = images.findIndex(({ id }) => Number(id) === fileId);
  return {
    images,
    /** -1 when none is open. */
    index,
    /** The same function for good, so that what draws the timeline need not draw it again. */
    open: setFileId as OpenPreview,
    show: (next: number) => setFileId(Number(images.at(next % images.length)?.id ?? fileId)),
    close: () => setFileId(null),
  };
}
