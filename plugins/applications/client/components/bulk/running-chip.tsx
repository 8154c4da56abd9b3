import { ListChecks } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import {
  announce,
  media,
  tabularNumbers,
  toast,
  useRetriedRead,
  useText,
} from '#kernel/plugin-api/client.ts';
import { formatNumber } from '#kernel/domain/text/index.ts';
import { batchesDocument } from './queries.ts';

/** The progress of the user's running bulk job in the top bar of every page, with a link to it. */
export function RunningChip() {
  const t = useText('applications');
  const { data } = useRetriedRead(batchesDocument);
  const running = data?.batches.find(({ state }) => state === 'running');
  const followed = useRef<number | null>(null);
  const batches = data?.batches;
  useEffect(() => {
    if (running) followed.current = Number(running.id);
    const ended = batches?.find(({ id, state }) => Number(id) === followed.current && state !== 'running');
    if (!ended) return;
    followed.current = null;
    const words = { done: formatNumber(ended.done), failed: formatNumber(ended.failed) };
    toast.success(t('bulk.ended', words));
    announce(t('bulk.ended', words));
  }, [running, batches, t]);
  if (!running) return null;
  const percent = Math.floor(((running.done + running.failed) / Math.max(1, running.total)) * 100);
  const words = t('bulk.running', { percent });
  return (
    <Chip to="/applications/batches" aria-label={words} title={words}>
      <ListChecks size={18} strokeWidth={1.75} />
      <span>{percent}%</span>
    </Chip>
  );
}

const Chip = styled(Link)`
  ${tabularNumbers}
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  min-width: var(--control);
  height: var(--control);
  padding: 0 8px;
  border-radius: var(--r1);
  color: var(--accent-text, var(--accent));
  font-size: 13px;
  font-weight: 550;
  text-decoration: none;

  &:hover {
    background: var(--hover);
  }

  /* On a phone the bar is too narrow for both icon and text. */
  ${media.phone} {
    padding: 0 2px;

    svg {
      display: none;
    }
  }
`;
