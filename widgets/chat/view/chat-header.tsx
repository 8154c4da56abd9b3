import { useEffect, useRef } from 'react';
import { BotIcon, CollapseIcon, NewIcon } from './icons.ts';
import type { ChatTexts } from './texts.ts';

interface ChatHeaderProps {
  readonly titleId: string;
  readonly texts: ChatTexts;
  /** Whether there is a conversation to clear. */
  readonly clearable: boolean;
  /** Whether the user is asked to confirm. */
  readonly isConfirming: boolean;
  readonly onAsk: (isConfirming: boolean) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** The title of the assistant, and buttons for a new conversation and for closing. */
export function ChatHeader(props: ChatHeaderProps) {
  const { titleId, texts, clearable, isConfirming, onAsk, onClear, onClose } = props;
  return (
    <div className="kc-header">
      <BotIcon size={20} aria-hidden="true" />
      <h2 id={titleId}>{texts.title}</h2>
      {isConfirming ? null : (
        <button
          type="button"
          className="kc-icon-button"
          aria-label={texts.clear}
          title={texts.clear}
          disabled={!clearable}
          onClick={() => onAsk(true)}
        >
          <NewIcon size={18} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className="kc-icon-button"
        aria-label={texts.close}
        title={texts.close}
        onClick={onClose}
      >
        <CollapseIcon size={20} aria-hidden="true" />
      </button>
      {isConfirming ? <ClearQuestion texts={texts} onYes={onClear} onNo={() => onAsk(false)} /> : null}
    </div>
  );
}

interface ClearQuestionProps {
  readonly texts: ChatTexts;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

function ClearQuestion({ texts, onYes, onNo }: ClearQuestionProps) {
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    <div className="kc-ask">
      <span>{texts.clearConfirm}</span>
      <button type="button" ref={no} className="kc-button" onClick={onNo}>
        {texts.no}
      </button>
      <button type="button" className="kc-button kc-main" onClick={onYes}>
        {texts.yes}
      </button>
    </div>
  );
}
