import { X } from 'lucide-react';
import { styled } from 'styled-components';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import type { DownloadProgress } from '#kernel/client/data/download.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { IconButton } from '#kernel/client/ui/buttons/icon-button.tsx';
import { ProgressBar } from '#kernel/client/ui/feedback/progress-bar.tsx';
import { useBytes } from '#kernel/client/ui/inputs/file/bytes.ts';
import { tabularNumbers } from '#kernel/client/ui/styles/tokens.ts';

interface DownloadStatusProps {
  readonly progress: DownloadProgress;
  /** Whether the file has one line per record, so that the progress is known; for a compressed file it is not. */
  readonly hasLines?: boolean;
  readonly onCancel: () => void;
}

/** The progress of a download, with a button to cancel it. */
export function DownloadStatus({ progress, hasLines = false, onCancel }: DownloadStatusProps) {
  const t = useText();
  const formatBytes = useBytes();
  const { bytes, lines, total } = progress;
  const size = formatBytes(bytes);
  const words = total === null ? size : t('export.progress', { total: formatNumber(total), size });
  return (
    <Frame>
      <Words>{bytes === 0 && total === null ? t('export.preparing') : words}</Words>
      <ProgressBar
        label={t('export.preparing')}
        tone="accent"
        value={hasLines && total ? (lines / total) * 100 : undefined}
      />
      <IconButton label={t('export.cancel')} icon={<X />} size="small" onClick={onCancel} />
    </Frame>
  );
}

const Frame = styled.div`
  display: grid;
  grid-template: 'words cancel' auto 'bar cancel' auto / minmax(140px, 1fr) auto;
  align-items: center;
  gap: 2px 8px;
  min-height: 36px;
  padding: 2px 4px 2px 12px;
  border: 1px solid var(--line);
  border-radius: var(--r2);
  background: var(--surface);

  > button {
    grid-area: cancel;
  }
`;

const Words = styled.span`
  ${tabularNumbers}
  font-size: 12.5px;
  color: var(--text-2);
`;
