import { useEffect, useState } from 'react';
import { formatBytes } from '#kernel/domain/text/numbers.ts';
import type { Failure, NamedFile, UserMessage } from '../model/conversation.ts';
import { AttachIcon, ProblemIcon, QueuedIcon } from './icons.ts';
import { MessageTime } from './message-parts.tsx';
import { formatText, type ChatTexts } from './texts.ts';

interface UserBubbleProps {
  readonly message: UserMessage;
  readonly online: boolean;
  /** Whether a reply is pending: no question can be repeated then. */
  readonly pending: boolean;
  readonly now: number;
  readonly texts: ChatTexts;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}

/** A question of the user and its state: waiting, sent, answered or failed. */
export function UserBubble(props: UserBubbleProps) {
  const { message, online, now, texts, onDrop } = props;
  return (
    <li className="kc-message kc-mine" data-state={message.state}>
      <div className="kc-bubble">
        <span className="kc-sr">{texts.you}: </span>
        {message.text === '' ? null : <p className="kc-plain">{message.text}</p>}
        <FileNames files={message.files} byteUnits={texts.byteUnits} />
        <MessageTime at={message.at} now={now} />
      </div>
      {message.state === 'queued' ? (
        <p className="kc-note">
          <QueuedIcon size={14} aria-hidden="true" />
          {online ? texts.waitingInQueue : texts.waitingForConnection}
          <button type="button" className="kc-text-button" onClick={onDrop}>
            {texts.cancelQueued}
          </button>
        </p>
      ) : null}
      {message.failure ? <FailureNote {...props} failure={message.failure} /> : null}
    </li>
  );
}

interface FileNamesProps {
  readonly files: readonly NamedFile[];
  readonly byteUnits: readonly string[];
}

function FileNames({ files, byteUnits }: FileNamesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="kc-file-names">
      {files.map((file, index) => (
        <li key={index}>
          <AttachIcon size={13} aria-hidden="true" /> {file.name}{' '}
          <small>{formatBytes(file.size, byteUnits)}</small>
        </li>
      ))}
    </ul>
  );
}

function FailureNote({ failure, pending, texts, onRetry }: UserBubbleProps & { readonly failure: Failure }) {
  const seconds = useSecondsUntil(failure.retryAt);
  return (
    <div className="kc-failure" data-kind={failure.kind}>
      <p>
        <ProblemIcon size={16} aria-hidden="true" />
        <span>{failureText(failure, texts)}</span>
      </p>
      <button
        type="button"
        className="kc-button"
        aria-disabled={seconds > 0 || pending}
        onClick={() => {
          if (seconds === 0 && !pending) onRetry();
        }}
      >
        {seconds > 0 ? formatText(texts.retryIn, { seconds }) : texts.retry}
      </button>
    </div>
  );
}

/** The text of a failure: the server's if there is one, otherwise ours. */
export function failureText({ kind, text }: Failure, texts: ChatTexts): string {
  return kind === 'stopped' ? texts.stopped : (text ?? texts[kind]);
}

/** The seconds until a time, counted down. */
function useSecondsUntil(moment: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const seconds = moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000));
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return seconds;
}
