import { Check, Forward } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useSnapshot } from 'valtio';
import { Button, confirm, lazyComponent, media, useIsPhone, useText } from '#kernel/plugin-api/client.ts';
import { padId } from '#kernel/domain/text/index.ts';
import type { ApplicationTriageProps } from '../../../contract.ts';
import { selectionStore } from '../bulk/selection-store.ts';
import { useAccept } from './use-accept.ts';

const forwardSheet = lazyComponent(async () => (await import('./forward-sheet.tsx')).ForwardSheet);
const swipeActions = lazyComponent(async () => (await import('./swipe-actions.tsx')).SwipeActions);

/** Accepts or forwards an application from its row: by buttons, and on phone-sized touch screens also by swipes. */
export function Triage({ application, onDone }: ApplicationTriageProps) {
  const t = useText('applications');
  const id = Number(application.id);
  const number = padId(id);
  const { row, isPlaced, insertButtons } = useRow();
  const isPhone = useIsPhone();
  const { on: isSelecting } = useSnapshot(selectionStore);
  const [isForwarding, setIsForwarding] = useState(false);
  const { accept, accepting } = useAccept(id, row, onDone);
  const isNew = application.status === 'created';

  // In selection mode, pressing a row selects it.
  if (isSelecting) return null;
  return (
    <>
      <Buttons ref={insertButtons}>
        {isNew ? (
          <Button
            size="small"
            icon={<Check />}
            loading={accepting}
            onClick={accept}
            aria-label={t('triage.acceptOf', { number })}
          >
            {t('triage.accept')}
          </Button>
        ) : null}
        {isPhone ? (
          <Button
            size="small"
            icon={<Forward />}
            onPointerEnter={forwardSheet.preload}
            onClick={() => setIsForwarding(true)}
            aria-label={t('triage.forwardOf', { number })}
          >
            {t('triage.forward')}
          </Button>
        ) : null}
      </Buttons>
      {isPhone && isPlaced && matchMedia('(pointer: coarse)').matches ? (
        <swipeActions.Component
          row={row}
          onAccept={isNew && !accepting ? () => void confirmAccept(t, number, accept) : undefined}
          onForward={() => setIsForwarding(true)}
        />
      ) : null}
      {isForwarding ? (
        <forwardSheet.Component
          application={application}
          onClose={() => setIsForwarding(false)}
          onDone={onDone}
        />
      ) : null}
    </>
  );
}

/** The row of a list that contains the buttons, once they are in it. */
function useRow() {
  const row = useRef<HTMLLIElement>(null);
  const [isPlaced, setIsPlaced] = useState(false);
  const insertButtons = useCallback((buttons: HTMLElement | null) => {
    row.current = buttons?.closest('li') ?? null;
    setIsPlaced(row.current !== null);
  }, []);
  return { row, isPlaced, insertButtons };
}

/** Swipes happen by accident more easily than presses, and the admin who accepts becomes responsible. */
async function confirmAccept(
  t: ReturnType<typeof useText>,
  number: string,
  accept: () => void,
): Promise<void> {
  const isConfirmed = await confirm({
    title: t('triage.confirmTitle', { number }),
    text: t('triage.confirmText'),
    confirmLabel: t('triage.accept'),
  });
  if (isConfirmed) accept();
}

/* Above the link that covers the row. */
const Buttons = styled.div`
  position: relative;
  z-index: 1;
  display: flex;
  gap: 8px;
  justify-self: end;

  ${media.phone} {
    justify-self: start;
  }
`;
