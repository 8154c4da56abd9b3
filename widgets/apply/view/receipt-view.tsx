import { useEffect, useRef, useState } from 'react';
import { formatLocalDate } from '#kernel/domain/text/local-dates.ts';
import { padId } from '#kernel/domain/text/person-names.ts';
import { formatText } from '../../shared/format-text.ts';
import type { Receipt } from '../model/draft.ts';
import type { ViewProps } from './view-props.ts';

interface ReceiptViewProps extends ViewProps {
  readonly receipt: Receipt;
  /** Shows the status of this application. */
  readonly onStatus: () => void;
  readonly onShown: () => void;
}

/** The receipt, shown once: the number and the secret code that are needed to read the status. */
export function ReceiptView({ apply, state, texts, receipt, onStatus, onShown }: ReceiptViewProps) {
  const { number, code, cancel_time, verified_by } = receipt;
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    onShown();
  }, [onShown]);
  return (
    <div className="ka-receipt">
      <h2 ref={heading} tabIndex={-1}>
        {texts.receipt.title}
      </h2>
      {state.earlier ? <p className="ka-failure">{texts.receipt.acceptedEarlier}</p> : null}
      <dl className="ka-secret">
        <div>
          <dt>{texts.receipt.number}</dt>
          <dd>{padId(number)}</dd>
        </div>
        <div>
          <dt>{texts.receipt.code}</dt>
          <dd>{code}</dd>
        </div>
      </dl>
      <p className="ka-note">{texts.receipt.saveReminder}</p>
      {cancel_time === null ? null : (
        <p>{formatText(texts.receipt.deadline, { date: formatLocalDate(cancel_time) })}</p>
      )}
      <p>
        {
          texts.receipt[
            verified_by === null ? 'unverified' : verified_by === 'one_id' ? 'identified' : 'verified'
          ]
        }
      </p>
      <div className="ka-buttons">
        <button
          type="button"
          onClick={() => {
            const lines = [`${texts.receipt.number}: ${padId(number)}`, `${texts.receipt.code}: ${code}`];
            void copy(lines.join('\n')).then(setCopied);
          }}
        >
          {copied ? texts.receipt.copied : texts.receipt.copy}
        </button>
        <button type="button" onClick={onStatus}>
          {texts.receipt.status}
        </button>
        <button type="button" onClick={apply.restart}>
          {texts.receipt.another}
        </button>
      </div>
      <output className="ka-sr">{copied ? texts.receipt.copied : ''}</output>
    </div>
  );
}

/** Copies a text; in a frame of another origin browsers may only allow the deprecated API. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'ka-sr';
    document.body.append(area);
    area.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the clipboard API above needs a permission of the page around the frame
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
