import { styled } from 'styled-components';
import { useText } from '../i18n/i18n.ts';
import { Banner, Button } from '../ui/index.ts';
import type { Read } from './use-read.ts';

/**
 * A note above data that may be outdated, since reading them again has failed. Renders nothing without data or an error.
 *
 * @example <StaleBanner read={read} />
 */
export function StaleBanner({ read }: { readonly read: Read<unknown> }) {
  const t = useText();
  if (read.error === undefined || read.data === undefined) return null;
  return (
    <Space>
      <Banner
        action={
          <Button size="small" loading={read.refreshing} onClick={() => void read.refetch()}>
            {t('ui.retry')}
          </Button>
        }
      >
        {t('ui.stale', { reason: read.error.text })}
      </Banner>
    </Space>
  );
}

const Space = styled.div`
  margin-bottom: 12px;
`;
