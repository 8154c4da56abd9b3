import { useEffect, useEffectEvent, useRef } from 'react';
import { styled } from 'styled-components';
import { Dialog, useText } from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import type { ApplicationTriageProps } from '../../../contract.ts';
import { Composer } from '../detail/composer/composer.tsx';
import { useComposer } from '../detail/composer/use-composer.ts';

interface ForwardSheetProps extends ApplicationTriageProps {
  readonly onClose: () => void;
}

/** The application's composer as a bottom sheet; unsent text remains when the application is opened. */
export function ForwardSheet({ application, onClose, onDone }: ForwardSheetProps) {
  const t = useText('applications');
  const composer = useComposer(Number(application.id), {
    onSent: () => {
      onDone?.();
      onClose();
    },
  });
  const container = useRef<HTMLDivElement>(null);
  const begin = useEffectEvent(() => composer.setMode('task'));
  useEffect(() => begin(), []);

  function close(): void {
    // Nothing was entered: next time the application opens with a message again.
    if (composer.empty && composer.writing.receiverId === null) composer.setMode('message');
    onClose();
  }

  return (
    <Dialog
      open
      onClose={close}
      // Focusing a field would open the on-screen keyboard, which covers the sheet.
      initialFocus={container}
      guard={() => composer.state.kind !== 'sending'}
      title={t('triage.forwardTitle', { number: padId(Number(application.id)) })}
    >
      <Flush ref={container} tabIndex={-1}>
        <Composer composer={composer} application={application} taskOnly />
      </Flush>
    </Dialog>
  );
}

/* The composer has its own padding. */
const Flush = styled.div`
  margin: -8px -8px -12px;
  outline: none;
`;
