import { styled } from 'styled-components';
import { formatNumber } from '#kernel/domain/text/numbers.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { Dialog } from '#kernel/client/ui/overlays/dialog.tsx';
import { ProgressBar } from '#kernel/client/ui/feedback/progress-bar.tsx';
import type { BulkOutcome } from './run-bulk.ts';
import type { BulkState } from './use-bulk.ts';

interface BulkDialogProps<Item> {
  readonly state: BulkState<Item>;
  readonly nameOf: (item: Item) => string;
  readonly onStop: () => void;
  readonly onClose: () => void;
  /** Returns the element to focus after success, when the button that started the action is removed with the selection. */
  readonly finalFocus: () => HTMLElement | null;
}

/** Shows the progress of a bulk action, and then the records for which it failed. */
export function BulkDialog<Item extends { readonly id: number }>({
  state,
  nameOf,
  onStop,
  onClose,
  finalFocus,
}: BulkDialogProps<Item>) {
  const t = useText();
  if (state.step === 'report') {
    const { done } = state.outcome;
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('records.bulk.report')}
        footer={
          // A separate element from the stop button, so that a second click on "stop" does not close the report.
          <Button key="close" variant="primary" onClick={onClose}>
            {t('records.bulk.close')}
          </Button>
        }
      >
        <Report
          outcome={state.outcome}
          done={done.length > 0 ? state.action.done(formatNumber(done.length), done.length) : null}
          nameOf={nameOf}
        />
      </Dialog>
    );
  }
  const { action, at, total, stopping } = state;
  return (
    <Dialog
      open
      onClose={onStop}
      // Escape and the close button stop the action; the record in progress is finished, then the report is shown.
      guard={() => {
        onStop();
        return false;
      }}
      finalFocus={finalFocus}
      title={action.working}
      footer={
        <Button key="stop" onClick={onStop} disabled={stopping}>
          {stopping ? t('records.bulk.stopping') : t('records.bulk.stop')}
        </Button>
      }
    >
      <ActionProgress label={action.working} at={at} total={total} />
    </Dialog>
  );
}

interface ActionProgressProps {
  readonly label: string;
  readonly at: number;
  readonly total: number;
}

function ActionProgress({ label, at, total }: ActionProgressProps) {
  const t = useText();
  const progress = t('records.bulk.progress', { at: formatNumber(at), total: formatNumber(total) });
  return (
    <Working>
      <Progress>{progress}</Progress>
      <ProgressBar value={(at / total) * 100} label={label} valueText={progress} tone="accent" thick />
    </Working>
  );
}

interface ReportProps<Item> {
  readonly outcome: BulkOutcome<Item>;
  /** The text for the records that succeeded. */
  readonly done: string | null;
  readonly nameOf: (item: Item) => string;
}

function Report<Item extends { readonly id: number }>({ outcome, done, nameOf }: ReportProps<Item>) {
  const t = useText();
  const { stayed, left } = outcome;
  return (
    <Working>
      {done === null ? null : <p>{done}</p>}
      {left > 0 ? <p>{t('records.bulk.notProcessed', { total: formatNumber(left) })}</p> : null}
      {stayed.length > 0 ? (
        <>
          <p>{t('records.bulk.failed', { total: formatNumber(stayed.length) })}</p>
          <ul>
            {stayed.map(({ item, reason }) => (
              <li key={item.id}>
                <b>{nameOf(item)}</b>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Working>
  );
}

const Working = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;

  p,
  ul {
    margin: 0;
  }

  ul {
    padding: 0;
    list-style: none;
  }

  li {
    display: flex;
    flex-direction: column;
    padding: 8px 0;
    border-top: 1px solid var(--line);
  }

  b {
    font-weight: 550;
  }

  li span {
    color: var(--text-2);
  }
`;

const Progress = styled.span`
  font-variant-numeric: tabular-nums;
`;
