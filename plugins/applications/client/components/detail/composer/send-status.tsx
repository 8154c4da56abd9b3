import { Check, CircleAlert, CircleCheck } from 'lucide-react';
import { styled } from 'styled-components';
import { Button, type DraftHandle, media, Spinner, useText } from '#kernel/plugin-api/client.ts';
import type { SendState } from './use-composer.ts';

interface SendStatusProps {
  readonly state: SendState;
  readonly isUnsent: boolean;
  /** Whether the draft would survive a reload. */
  readonly storage: DraftHandle<unknown>['storage'];
  /** The number of characters beyond the limit. */
  readonly excess: number;
  /** The text shown while there is no status. */
  readonly limit: string;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
}

/** Shows whether the message is a draft in this browser, being sent, sent, or failed. */
export function SendStatus(props: SendStatusProps) {
  const { state, isUnsent, storage, excess, limit, onRetry, onCancel } = props;
  const t = useText('applications');
  if (state.kind === 'sending') {
    return (
      <Line aria-live="polite">
        <Spinner size={14} label="" />
        {t('composer.sending', { percent: Math.round(state.progress * 100) })}
        <Button size="small" variant="ghost" onClick={onCancel}>
          {t('composer.cancel')}
        </Button>
      </Line>
    );
  }
  if (excess > 0) {
    return (
      <Line aria-live="polite" data-bad>
        <CircleAlert size={14} />
        {t('composer.tooLong', { count: excess })}
      </Line>
    );
  }
  if (state.kind === 'failed' && isUnsent) {
    return (
      <Line aria-live="polite" data-bad title={state.reason}>
        <CircleAlert size={14} />
        {t('composer.failed')}
        <Button size="small" onClick={onRetry}>
          {t('composer.retry')}
        </Button>
      </Line>
    );
  }
  if (state.kind === 'saved') {
    return (
      <Line aria-live="polite" data-good>
        <CircleCheck size={14} />
        {t('composer.saved')}
      </Line>
    );
  }
  return isUnsent ? <DraftLine storage={storage} /> : <Line data-idle>{limit}</Line>;
}

function DraftLine({ storage }: Pick<SendStatusProps, 'storage'>) {
  const t = useText('applications');
  if (storage === 'failed') {
    return (
      <Line aria-live="polite" data-bad>
        <CircleAlert size={14} />
        {t('composer.draftFailed')}
      </Line>
    );
  }
  const isWriting = storage === 'writing';
  return (
    <Line>
      {isWriting ? <Spinner size={14} label="" /> : <Check size={14} />}
      {t(isWriting ? 'composer.draftSaving' : 'composer.draft')}
    </Line>
  );
}

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: 30px;
  color: var(--text-2);
  font-size: 13px;

  &[data-bad] {
    color: var(--rejected);
  }

  &[data-good] {
    color: var(--completed);
  }

  ${media.phone} {
    order: 1;
    flex: 1 0 100%;
    min-height: 20px;

    /* Without a status, the line would waste space. */
    &[data-idle] {
      display: none;
    }
  }
`;
