import { styled } from 'styled-components';
import type { StoredFile } from '#kernel/plugin-api/contract.ts';
import { FileList, useText } from '#kernel/plugin-api/client.ts';
import { fileGroupsOf, imagesOf, isImage } from '../../../model/application-files.ts';
import { useState } from 'react';
import type { ApplicationDetail } from '../../../../contract.ts';

interface AttachedFilesProps {
  readonly files: readonly StoredFile[] | null | undefined;
  readonly onPreview: OpenPreview;
}

/** The files of a message: images as thumbnails, others by name and size. */
export function AttachedFiles({ files, onPreview }: AttachedFilesProps) {
  const t = useText('applications');
  if (!files || files.length === 0) return null;
  const pictures = files.filter(isImage);
  const others = files.filter((file) => !isImage(file));
  return (
    <Stack>
      {pictures.length === 0 ? null : (
        <Pictures>
          {pictures.map((file) => (
            <Thumbnail key={file.id} file={file} onOpen={() => onPreview(Number(file.id))} />
          ))}
        </Pictures>
      )}
      <FileList layout="inline" label={t('timeline.files')} files={others} />
    </Stack>
  );
}

interface ThumbnailProps {
  readonly file: StoredFile;
  readonly onOpen: () => void;
}

/** A thumbnail that opens the full image. */
export function Thumbnail({ file, onOpen }: ThumbnailProps) {
  const t = useText('applications');
  // The signed address changes with each read; keeping the first one avoids downloading the same image again.
  const [address, setAddress] = useState(file.url);
  return (
    <Frame
      type="button"
      aria-label={t('detail.preview', { name: file.name })}
      title={file.name}
      onClick={onOpen}
    >
      <img
        src={address}
        alt=""
        loading="lazy"
        onError={() => {
          if (address !== file.url) setAddress(file.url);
        }}
      />
    </Frame>
  );
}

/** Opens the image with an id. */
export type OpenPreview = (fileId: number) => void;

/** The image on show, among all images of the application. */
export function usePreview(application: ApplicationDetail | undefined) {
  const [fileId, setFileId] = useState<number | null>(null);
  const images: readonly StoredFile[] = application ? imagesOf(fileGroupsOf(application)) : [];
  const index = images.findIndex(({ id }) => Number(id) === fileId);
  return {
    images,
    /** -1 when none is open. */
    index,
    /** Stable, so that the timeline need not render again. */
    open: setFileId as OpenPreview,
    show: (next: number) => setFileId(Number(images.at(next % images.length)?.id ?? fileId)),
    close: () => setFileId(null),
  };
}

const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: 6px;
  margin-top: 8px;

  &:first-child {
    margin-top: 2px;
  }
`;

const Pictures = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;

const Frame = styled.button`
  display: block;
  flex: none;
  width: 132px;
  height: 96px;
  border: 1px solid var(--line);
  border-radius: var(--r1);
  background: var(--sunken);
  overflow: hidden;
  cursor: zoom-in;

  > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }

  &:hover {
    border-color: var(--line-strong);
  }
`;
