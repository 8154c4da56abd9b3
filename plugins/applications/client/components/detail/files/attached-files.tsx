import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import { FileList } from '#kernel/client/ui/index.ts';
import type { StoredFile } from '#kernel/contract/index.ts';
import { isImage } from '../../../model/application-files.ts';
import { Thumbnail } from './thumbnail.tsx';
import type { OpenPreview } from './use-preview.ts';

interface AttachedFilesProps {
  readonly files: readonly StoredFile[] | null | undefined;
  readonly onPreview: OpenPreview;
}

/** The files of a message: pictures as pictures, others by name and size. */
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
