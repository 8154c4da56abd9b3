import { X } from 'lucide-react';
import { styled } from 'styled-components';
import {
  type DownloadProgress,
  IconButton,
  ProgressBar,
  tabularNumbers,
  useBytes,
  useText,
} from '#kernel/plugin-api/client.ts';

interface RunningDownloadProps {
  readonly progress: DownloadProgress;
  readonly onCancel: () => void;
}

/** A file on its way: how much of it is there, and a way to stop it. How much is to come nobody knows: it is packed. */
export function RunningDownload({ progress: { bytes }, onCancel }: RunningDownloadProps) {
  const t = useText('letters');
  const formatBytes = useBytes();
  return (
    <Frame>
      <Words>{bytes === 0 ? t('export.preparing') : formatBytes(bytes)}</Words>
      <ProgressBar label={t('export.preparing')} tone="accent" />
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
