import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { formatBytes } from '#kernel/domain/text/numbers.ts';
import { maxQuestionLength } from '../model/chat.ts';
import { isSendable, type NamedFile } from '../model/conversation.ts';
import { takeFiles, type RejectedFile, type FileLimits } from '../model/files.ts';
import { AttachIcon, ProblemIcon, RemoveIcon, SendIcon, StopIcon } from './icons.ts';
import { formatText, type ChatTexts } from './texts.ts';

interface ComposerProps {
  readonly draft: string;
  readonly pending: boolean;
  readonly limits: FileLimits;
  readonly texts: ChatTexts;
  readonly inputRef: Ref<HTMLTextAreaElement>;
  readonly stopRef: Ref<HTMLButtonElement>;
  readonly onWrite: (text: string) => void;
  /** Returns whether the question was accepted. */
  readonly onSend: (text: string, files: readonly NamedFile[]) => boolean;
  readonly onStop: () => void;
}

const noFiles: ReturnType<typeof takeFiles> = { files: [], dropped: [] };

/** The field for a question: Enter sends, Shift+Enter adds a line. Disabled while a reply is pending. */
export function Composer(props: ComposerProps) {
  const { draft, pending, limits, texts, inputRef, stopRef, onWrite, onSend, onStop } = props;
  const [{ files, dropped }, setChosen] = useState(noFiles);
  const root = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const excess = Math.max(0, draft.trim().length - maxQuestionLength);
  const sendable = isSendable(draft, files) && excess === 0 && !pending;
  useGrowing(root, draft);

  function send(): void {
    if (!sendable || !onSend(draft, files)) return;
    setChosen(noFiles);
  }

  function sendByKey(event: KeyboardEvent): void {
    // Enter may also confirm an IME composition.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function offer(event: ChangeEvent<HTMLInputElement>): void {
    setChosen(takeFiles(files, [...(event.target.files ?? [])], limits));
    // Allows the same file to be chosen again after it was removed.
    event.target.value = '';
  }

  return (
    <div className="kc-composer" ref={root}>
      <ChosenFiles
        files={files}
        texts={texts}
        disabled={pending}
        onRemove={(index) => setChosen({ ...noFiles, files: files.filter((_, at) => at !== index) })}
      />
      <Problems dropped={dropped} excess={excess} limits={limits} texts={texts} />
      <div className="kc-box">
        <AttachButton texts={texts} disabled={pending} onChange={offer} />
        <textarea
          ref={inputRef}
          rows={1}
          aria-label={texts.input}
          aria-describedby={hintId}
          aria-invalid={excess > 0}
          placeholder={texts.placeholder}
          enterKeyHint="send"
          disabled={pending}
          value={draft}
          onChange={(event) => onWrite(event.target.value)}
          onKeyDown={sendByKey}
        />
        <SendButton {...{ pending, texts, stopRef, onStop }} disabled={!sendable} onSend={send} />
      </div>
      <p id={hintId} className="kc-hint">
        {texts.hint}
      </p>
    </div>
  );
}

interface AttachButtonProps {
  readonly texts: ChatTexts;
  readonly disabled: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

function AttachButton({ texts, disabled, onChange }: AttachButtonProps) {
  return (
    <label className="kc-icon-button kc-attach" title={texts.attach}>
      <AttachIcon size={18} aria-hidden="true" />
      <input
        type="file"
        multiple
        className="kc-sr"
        aria-label={texts.attach}
        disabled={disabled}
        onChange={onChange}
      />
    </label>
  );
}

type SendButtonProps = Pick<ComposerProps, 'pending' | 'texts' | 'stopRef' | 'onStop'> & {
  readonly disabled: boolean;
  readonly onSend: () => void;
};

function SendButton({ pending, texts, stopRef, onStop, disabled, onSend }: SendButtonProps) {
  return pending ? (
    <button
      // A different key from the button below, so that the focus does not stay on a disabled button.
      key="stop"
      type="button"
      ref={stopRef}
      className="kc-icon-button kc-stop"
      aria-label={texts.stop}
      title={texts.stop}
      onClick={onStop}
    >
      <StopIcon size={15} aria-hidden="true" />
    </button>
  ) : (
    <button
      key="send"
      type="button"
      className="kc-icon-button kc-send"
      aria-label={texts.send}
      title={texts.send}
      disabled={disabled}
      onClick={onSend}
    >
      <SendIcon size={18} aria-hidden="true" />
    </button>
  );
}

interface ChosenFilesProps {
  readonly files: readonly NamedFile[];
  readonly texts: ChatTexts;
  readonly disabled: boolean;
  readonly onRemove: (index: number) => void;
}

function ChosenFiles({ files, texts, disabled, onRemove }: ChosenFilesProps) {
  if (files.length === 0) return null;
  return (
    <>
      <ul className="kc-files" aria-label={texts.files}>
        {files.map(({ name, size }, index) => (
          <li key={index}>
            <span className="kc-file-name">{name}</span>
            <small>{formatBytes(size, texts.byteUnits)}</small>
            <button
              type="button"
              aria-label={formatText(texts.remove, { name })}
              disabled={disabled}
              onClick={() => onRemove(index)}
            >
              <RemoveIcon size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <p className="kc-aside">{texts.filesNote}</p>
    </>
  );
}

interface ProblemsProps {
  readonly dropped: readonly RejectedFile[];
  readonly excess: number;
  readonly limits: FileLimits;
  readonly texts: ChatTexts;
}

/** Reports files that exceed a limit, and a question that is too long. */
function Problems({ dropped, excess, limits, texts }: ProblemsProps) {
  const namesOf = (reason: RejectedFile['reason']) =>
    dropped
      .filter((file) => file.reason === reason)
      .map(({ name }) => name)
      .join(', ');
  const [tooMany, tooLarge] = [namesOf('count'), namesOf('bytes')];
  const problems = [
    tooMany === '' ? null : formatText(texts.rejectedByCount, { limit: limits.count, names: tooMany }),
    tooLarge === ''
      ? null
      : formatText(texts.rejectedBySize, {
          limit: formatBytes(limits.bytes, texts.byteUnits),
          names: tooLarge,
        }),
    excess > 0 ? formatText(texts.tooLong, { count: excess }) : null,
  ].filter((problem) => problem !== null);
  return (
    <div role="alert">
      {problems.map((problem) => (
        <p key={problem} className="kc-problem">
          <ProblemIcon size={14} aria-hidden="true" />
          <span>{problem}</span>
        </p>
      ))}
    </div>
  );
}

/** Grows the field with its text, up to the height that its style allows. */
function useGrowing(root: { readonly current: HTMLElement | null }, draft: string): void {
  useLayoutEffect(() => {
    const area = root.current?.querySelector('textarea');
    if (!area) return;
    area.style.height = 'auto';
    if (draft !== '') area.style.height = `${area.scrollHeight}px`;
  }, [root, draft]);
}
