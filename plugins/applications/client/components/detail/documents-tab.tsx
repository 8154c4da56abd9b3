import { Download } from 'lucide-react';
import { styled } from 'styled-components';
import type { StoredFile } from '#kernel/plugin-api/contract.ts';
import {
  ellipsis,
  EmptyState,
  FileKindIcon,
  media,
  tabularNumbers,
  useBytes,
  useDates,
  useText,
} from '#kernel/plugin-api/client.ts';
import { isImage, type FileGroup } from '../../model/application-files.ts';
import { shortName } from '../../model/names.ts';
import { type OpenPreview, Thumbnail } from './files/attached-files.tsx';

interface DocumentsTabProps {
  readonly groups: readonly FileGroup[];
  readonly onPreview: OpenPreview;
}

/** All files of the application, by origin. */
export function DocumentsTab({ groups, onPreview }: DocumentsTabProps) {
  const t = useText('applications');
  const dates = useDates();
  if (groups.length === 0) {
    return <EmptyState title={t('detail.noFiles')} text={t('detail.noFilesText')} />;
  }
  return (
    <Groups>
      {groups.map(({ key, sender, createdAt, files }) => (
        <section key={key}>
          <Title>
            {key === 'request'
              ? t('detail.requestFiles')
              : t('detail.filesBy', { name: sender ? shortName(sender) : t('timeline.unknownSender') })}
            <Moment>{dates.dateTime(createdAt)}</Moment>
          </Title>
          <Tiles>
            {files.map((file) => (
              <li key={file.id}>
                <Tile file={file} onPreview={onPreview} />
              </li>
            ))}
          </Tiles>
        </section>
      ))}
    </Groups>
  );
}

function Tile({ file, onPreview }: { readonly file: StoredFile; readonly onPreview: OpenPreview }) {
  const t = useText('applications');
  const formatBytes = useBytes();
  return (
    <Sheet>
      <Preview>
        {isImage(file) ? (
          <Thumbnail file={file} onOpen={() => onPreview(Number(file.id))} />
        ) : (
          <FileKindIcon file={file} />
        )}
      </Preview>
      <Words>
        <Name href={file.url} target="_blank" rel="noreferrer" title={file.name}>
          {file.name}
        </Name>
        <Size>
          {formatBytes(file.size)}
          {file.format ? ` · ${file.format.toUpperCase()}` : ''}
        </Size>
      </Words>
      <Save
        href={file.url}
        download={file.name}
        aria-label={t('detail.download', { name: file.name })}
        title={t('preview.download')}
      >
        <Download size={16} />
      </Save>
    </Sheet>
  );
}

const Groups = styled.div`
  display: flex;
  flex-direction: column;
  gap: 20px;
  padding: 16px;
`;

const Title = styled.h2`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 10px;
  margin-bottom: 10px;
`;

const Moment = styled.span`
  color: var(--text-3);
  font-size: 13px;
  font-weight: 400;
  ${tabularNumbers}
`;

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
  gap: 10px;

  ${media.phone} {
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 140px), 1fr));
  }
`;

const Sheet = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: center;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--surface);
  overflow: hidden;
`;

const Preview = styled.div`
  display: grid;
  place-items: center;
  grid-column: 1 / -1;
  height: 112px;
  border-bottom: 1px solid var(--line);
  background: var(--sunken);
  color: var(--text-3);

  > button {
    width: 100%;
    height: 112px;
    border: 0;
    border-radius: 0;
  }

  > button:focus-visible {
    outline-offset: -2px;
  }

  > svg {
    width: 32px;
    height: 32px;
  }
`;

const Words = styled.div`
  position: relative;
  min-width: 0;
  padding: 8px 4px 8px 12px;
`;

const Name = styled.a`
  display: block;
  color: var(--text);
  font-size: 13px;
  font-weight: 520;
  ${ellipsis}

  /* The whole text about the file is the target of the link. */
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;

const Size = styled.div`
  color: var(--text-3);
  font-size: 12px;
  line-height: 16px;
  ${tabularNumbers}
`;

const Save = styled.a`
  display: grid;
  place-items: center;
  width: var(--control);
  height: var(--control);
  margin-right: 6px;
  border-radius: var(--r1);
  color: var(--text-2);

  &:hover {
    background: var(--hover);
    color: var(--text);
  }
`;
