import { styled } from 'styled-components';
import { media } from '../layout/breakpoints.ts';
import { FileItem, type FileInfo, type FileItemProps } from './file-item.tsx';

export interface FileListProps extends Pick<FileItemProps, 'onRemove' | 'onPreview'> {
  readonly files: readonly FileInfo[];
  /** What the files are of; read aloud. */
  readonly label?: string | undefined;
  /** `rows` under each other, `inline` beside each other as in a message. */
  readonly layout?: 'rows' | 'inline' | undefined;
}

/** Files under or beside each other; nothing if there is none. */
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

const List = styled.ul<{ $inline: boolean }>`
  display: flex;
  flex-flow: ${({ $inline }) => ($inline ? 'row wrap' : 'column')};
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;

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
