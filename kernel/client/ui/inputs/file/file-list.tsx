import { styled } from 'styled-components';
import { media } from '../../layout/breakpoints.ts';
import { File, FileArchive, FileImage, FileSpreadsheet, FileText, FileVideo, X } from 'lucide-react';
import { IconButton } from '../../buttons/icon-button.tsx';
import { ProgressBar } from '../../feedback/progress-bar.tsx';
import { useText } from '../../../i18n/i18n.ts';
import { useBytes } from './bytes.ts';
import { ellipsis } from '../../styles/tokens.ts';

export interface FileListProps extends Pick<FileItemProps, 'onRemove' | 'onPreview'> {
  readonly files: readonly FileInfo[];
  /** The accessible name of the list. */
  readonly label?: string | undefined;
  /** `rows` stacks the files, `inline` places them side by side as in a message. */
  readonly layout?: 'rows' | 'inline' | undefined;
}

/** A list of files; renders nothing without files. */
export function FileList({ files, label, layout = 'rows', onRemove, onPreview }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <List aria-label={label} $inline={layout === 'inline'}>
      {files.map((file) => (
        <li key={file.id}>
          <FileItem file={file} onRemove={onRemove} onPreview={onPreview} />
        </li>
      ))}
    </List>
  );
}

/** A file, stored or being uploaded. */
export interface FileInfo {
  readonly id: string | number;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The media type, which determines the icon; by default the file extension does. */
  readonly mimetype?: string | undefined;
  /** The address that opens it; images show a thumbnail. */
  readonly url?: string | undefined;
  /** The progress of the upload, from 0 to 100 percent. */
  readonly progress?: number | undefined;
  readonly error?: string | undefined;
}

export interface FileItemProps {
  readonly file: FileInfo;
  readonly onRemove?: ((id: FileInfo['id']) => void) | undefined;
  /** Opens images in place instead of in a new tab. */
  readonly onPreview?: ((file: FileInfo) => void) | undefined;
}

/** A file with its type, name, size and upload progress, and a button that removes it. */
export function FileItem({ file, onRemove, onPreview }: FileItemProps) {
  const t = useText();
  const formatBytes = useBytes();
  const uploading = file.progress !== undefined && file.progress < 100;
  const isImage = kindOf(file) === 'image';
  return (
    <Box data-error={file.error ? true : undefined}>
      {isImage && file.url ? <Thumb src={file.url} alt="" loading="lazy" /> : <FileKindIcon file={file} />}
      <Words>
        {file.url === undefined ? (
          <Name title={file.name}>{file.name}</Name>
        ) : (
          <NameLink
            href={file.url}
            target="_blank"
            rel="noreferrer"
            title={file.name}
            onClick={(event) => {
              if (!isImage || onPreview === undefined) return;
              event.preventDefault();
              onPreview(file);
            }}
          >
            {file.name}
          </NameLink>
        )}
        {file.error ? (
          <Problem role="alert">{file.error}</Problem>
        ) : uploading ? (
          <ProgressBar
            value={file.progress ?? 0}
            tone="accent"
            label={`${t('ui.uploadProgress')} ${file.name}`}
          />
        ) : null}
      </Words>
      <Size>{formatBytes(file.size)}</Size>
      {onRemove ? (
        <IconButton
          size="small"
          label={t('ui.removeItem', { name: file.name })}
          icon={<X />}
          onClick={() => onRemove(file.id)}
        />
      ) : null}
    </Box>
  );
}

/** The icon of a file's type. */
export function FileKindIcon({ file }: { readonly file: Pick<FileInfo, 'name' | 'mimetype'> }) {
  const KindIcon = kindIcons[kindOf(file)];
  return <KindIcon size={18} strokeWidth={1.75} />;
}

type FileKind = 'image' | 'video' | 'sheet' | 'text' | 'archive' | 'other';

function kindOf({ name, mimetype = '' }: Pick<FileInfo, 'name' | 'mimetype'>): FileKind {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (mimetype.startsWith('image/') || /^(png|jpe?g|gif|webp|avif|heic|svg)$/.test(ending)) return 'image';
  if (mimetype.startsWith('video/') || /^(mp4|mov|webm|avi)$/.test(ending)) return 'video';
  if (/sheet|excel|csv/.test(mimetype) || /^(xlsx?|csv|ods)$/.test(ending)) return 'sheet';
  if (/zip|rar|tar|7z/.test(mimetype) || /^(zip|rar|7z|tar|gz)$/.test(ending)) return 'archive';
  if (/^text\/|pdf|word|document/.test(mimetype) || /^(pdf|docx?|txt|rtf|odt)$/.test(ending)) return 'text';
  return 'other';
}

const kindIcons = {
  image: FileImage,
  video: FileVideo,
  sheet: FileSpreadsheet,
  text: FileText,
  archive: FileArchive,
  other: File,
};

const List = styled.ul<{ $inline: boolean }>`
  display: flex;
  flex-flow: ${({ $inline }) => ($inline ? 'row wrap' : 'column')};
  gap: 6px;

  > li {
    min-width: 0;
    max-width: ${({ $inline }) => ($inline ? '280px' : '100%')};
  }

  ${media.phone} {
    > li {
      max-width: 100%;
    }
  }
`;

const Box = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  min-height: 40px;
  padding: 3px 4px 3px 10px;
  border: 1px solid var(--line);
  border-radius: var(--r1);
  background: var(--surface);
  font-size: 13px;
  line-height: 18px;

  > svg {
    flex: none;
    color: var(--text-3);
  }

  &[data-error] {
    border-color: var(--rejected);
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

const Thumb = styled.img`
  flex: none;
  width: 28px;
  height: 28px;
  margin-left: -4px;
  border-radius: 4px;
  object-fit: cover;
  background: var(--sunken);
`;

const Words = styled.span`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: 4px;
  flex: 1;
  min-width: 0;
`;

const Name = styled.span`
  ${ellipsis}
`;

const NameLink = styled.a`
  color: var(--text);
  ${ellipsis}

  /* Makes the target as high as the row. */
  &::after {
    content: '';
    position: absolute;
    inset: -13px 0;
  }
`;

const Size = styled.span`
  flex: none;
  padding-right: 6px;
  color: var(--text-3);
  font-variant-numeric: tabular-nums;
`;

const Problem = styled.span`
  color: var(--rejected);
`;
