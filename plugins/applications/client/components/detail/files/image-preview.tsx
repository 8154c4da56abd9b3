import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import type { StoredFile } from '#kernel/plugin-api/contract.ts';
import { Dialog, ellipsis, IconButton, tabularNumbers, useText } from '#kernel/plugin-api/client.ts';

interface ImagePreviewProps {
  readonly images: readonly StoredFile[];
  readonly index: number;
  readonly onShow: (index: number) => void;
  readonly onClose: () => void;
}

/** One image over the whole window; arrow keys go through the others, Escape closes. */
export function ImagePreview({ images, index, onShow, onClose }: ImagePreviewProps) {
  const t = useText('applications');
  const file = images[index];
  if (!file) return null;
  const several = images.length > 1;

  function leaf(event: KeyboardEvent): void {
    if (!several) return;
    if (event.key === 'ArrowLeft') onShow(index - 1);
    if (event.key === 'ArrowRight') onShow(index + 1);
  }

  return (
    <Dialog open kind="screen" title={t('preview.label')} onClose={onClose}>
      {/* A press on the picture focuses it, and the arrow keys work on. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for the whole dialog */}
      <Whole tabIndex={-1} onKeyDown={leaf}>
        <Bar>
          <Name title={file.name}>{file.name}</Name>
          {several ? (
            <Count aria-live="polite">{t('preview.of', { index: index + 1, total: images.length })}</Count>
          ) : null}
          <DownloadLink
            href={file.url}
            download={file.name}
            aria-label={t('preview.download')}
            title={t('preview.download')}
          >
            <Download size={18} />
          </DownloadLink>
          <IconButton label={t('preview.close')} icon={<X />} onClick={onClose} />
        </Bar>
        <Stage onClick={(event) => event.target === event.currentTarget && onClose()}>
          <Picture key={file.id} file={file} />
          {several ? (
            <>
              <StepButtons data-side="left">
                <IconButton
                  variant="default"
                  label={t('preview.previous')}
                  icon={<ChevronLeft />}
                  onClick={() => onShow(index - 1)}
                />
              </StepButtons>
              <StepButtons data-side="right">
                <IconButton
                  variant="default"
                  label={t('preview.next')}
                  icon={<ChevronRight />}
                  onClick={() => onShow(index + 1)}
                />
              </StepButtons>
            </>
          ) : null}
        </Stage>
      </Whole>
    </Dialog>
  );
}

function Picture({ file }: { readonly file: StoredFile }) {
  const t = useText('applications');
  const [failed, setFailed] = useState(false);
  if (failed) return <Failed>{t('preview.failed')}</Failed>;
  return <img src={file.url} alt={file.name} onError={() => setFailed(true)} />;
}

const Whole = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
  outline: none;
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 8px 12px 8px 20px;
  border-bottom: 1px solid var(--line);
  background: var(--surface);
`;

const Name = styled.span`
  flex: 1;
  font-weight: 600;
  ${ellipsis}
`;

const Count = styled.span`
  color: var(--text-2);
  ${tabularNumbers}
`;

const DownloadLink = styled.a`
  display: grid;
  place-items: center;
  width: var(--control);
  height: var(--control);
  border-radius: var(--r1);
  color: var(--text-2);

  &:hover {
    background: var(--hover);
    color: var(--text);
  }
`;

const Stage = styled.div`
  position: relative;
  display: grid;
  place-items: center;
  flex: 1;
  min-height: 0;
  padding: 16px;

  > img {
    max-width: 100%;
    max-height: 100%;
    min-height: 0;
    border-radius: var(--r1);
    object-fit: contain;
  }
`;

const StepButtons = styled.div`
  position: absolute;
  top: 50%;
  transform: translateY(-50%);

  &[data-side='left'] {
    left: 12px;
  }

  &[data-side='right'] {
    right: 12px;
  }
`;

const Failed = styled.p`
  color: var(--text-2);
`;
