import { Forward, Send, Undo2 } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { css, styled } from 'styled-components';
import {
  Button,
  ChipRow,
  FileList,
  FilePicker,
  lazyComponent,
  media,
  SlotView,
  TextArea,
  useBytes,
  useIsPhone,
  useText,
} from '#kernel/plugin-api/client.ts';
import { applicationComposer, type ApplicationDetail } from '../../../../contract.ts';
import { progressOfFiles } from '../../../model/accept-form.ts';
import { SendStatus } from './send-status.tsx';
import type { ForwardedApplication } from './receiver-field.tsx';
import { composerLimits, type useComposer } from './use-composer.ts';

/** The combobox is large, and messages do not need it. */
const receiver = lazyComponent(async () => (await import('./receiver-field.tsx')).ReceiverField);

interface ComposerProps {
  readonly composer: ReturnType<typeof useComposer>;
  /** The complete application, which the tools beside the buttons need, or only the fields for a forward. */
  readonly application: ApplicationDetail | ForwardedApplication;
  /** Only forwards, without switching to a message. */
  readonly taskOnly?: boolean;
}

/** The editor for messages and tasks: Enter sends, Shift+Enter starts a new line. */
export function Composer({ composer, application, taskOnly = false }: ComposerProps) {
  const t = useText('applications');
  const phone = useIsPhone();
  const root = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { writing, state } = composer;
  const task = writing.mode === 'task';
  const placeholder = t(task ? 'composer.taskPlaceholder' : 'composer.placeholder');

  useRequestedFocus(composer, area);

  async function submit(): Promise<void> {
    const whole = await composer.submit();
    const next = whole ? area.current : root.current?.querySelector<HTMLElement>('[role="combobox"]');
    // If the user has moved the focus during the await, such as to the reason for a change of status, it stays there.
    const { activeElement } = document;
    const isLeft = activeElement === root.current;
    if (activeElement === document.body || (!isLeft && root.current?.contains(activeElement))) next?.focus();
  }

  function sendByKey(event: KeyboardEvent): void {
    // Back to the page, so that its single-key shortcuts work.
    if (event.key === 'Escape') root.current?.focus();
    // Enter that confirms an IME composition does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  }

  return (
    <Root ref={root} tabIndex={-1} data-composer="">
      {task ? <Receiver composer={composer} application={application} /> : null}
      <TextArea
        ref={area}
        aria-label={t('composer.label')}
        placeholder={phone ? placeholder : `${placeholder} ${t('composer.hint')}`}
        rows={phone ? 1 : 2}
        maxHeight={200}
        readOnly={state.kind === 'sending'}
        invalid={composer.excess > 0}
        value={writing.text}
        onChange={(event) => composer.setText(event.target.value)}
        onKeyDown={sendByKey}
        onPaste={(event) => addPasted(event, composer)}
      />
      <Files composer={composer} />
      <ToolRow
        {...{ composer, application, taskOnly }}
        focusText={() => area.current?.focus()}
        onSend={() => void submit()}
      />
    </Root>
  );
}

interface ToolRowProps extends Required<ComposerProps> {
  readonly focusText: () => void;
  readonly onSend: () => void;
}

/** The row under the text: attachments, the tools of other plugins, the state of sending, and the buttons. */
function ToolRow({ composer, application, taskOnly, focusText, onSend }: ToolRowProps) {
  const t = useText('applications');
  const formatBytes = useBytes();
  const { writing, files, state } = composer;
  const sending = state.kind === 'sending';
  return (
    <Tools>
      <FilePicker
        // No limits here: the composer applies them to dropped and pasted files too.
        shape="button"
        label={t('composer.attach')}
        files={files}
        disabled={sending}
        onFiles={composer.addFiles}
      />
      {'actions' in application ? (
        <SlotView
          slot={applicationComposer}
          application={application}
          text={writing.text}
          disabled={sending}
          setText={(text) => {
            composer.setText(text);
            focusText();
          }}
        />
      ) : null}
      <SendStatus
        state={state}
        isUnsent={composer.isUnsent}
        storage={composer.storage}
        limit={t('composer.limit', {
          count: composerLimits.maxFiles,
          size: formatBytes(composerLimits.maxBytes),
        })}
        excess={composer.excess}
        onRetry={onSend}
        onCancel={composer.cancel}
      />
      <SendButtons composer={composer} taskOnly={taskOnly} onSend={onSend} />
    </Tools>
  );
}

function Receiver({ composer, application }: ComposerProps) {
  const { writing } = composer;
  return (
    <receiver.Component
      application={application}
      due={writing.due}
      onDue={composer.setDue}
      value={writing.receiverId}
      missing={composer.receiverMissing}
      onChange={composer.setReceiver}
      focused={composer.focusRequested === 'task'}
      onFocused={composer.clearFocusRequest}
      sending={composer.state.kind === 'sending'}
    />
  );
}

/**
 * Focuses the message when a command requests it; the receiver field is loaded later, and takes the focus
 * itself.
 */
function useRequestedFocus(
  { focusRequested, clearFocusRequest }: ComposerProps['composer'],
  area: RefObject<HTMLTextAreaElement | null>,
): void {
  const takeFocus = useEffectEvent(() => {
    area.current?.focus();
    clearFocusRequest();
  });
  useEffect(() => {
    if (focusRequested === 'message') takeFocus();
  }, [focusRequested]);
}

function addPasted(event: ClipboardEvent, { addFiles }: ComposerProps['composer']): void {
  const pasted = [...event.clipboardData.files];
  if (pasted.length === 0) return;
  event.preventDefault();
  addFiles(pasted);
}

function SendButtons({ composer, taskOnly, onSend }: Pick<ToolRowProps, 'composer' | 'taskOnly' | 'onSend'>) {
  const t = useText('applications');
  const task = composer.writing.mode === 'task';
  const sending = composer.state.kind === 'sending';
  const TaskIcon = task ? Undo2 : Forward;
  return (
    <Buttons>
      {taskOnly ? null : (
        <Button
          aria-pressed={task}
          disabled={sending}
          icon={<TaskIcon />}
          onPointerEnter={receiver.preload}
          onFocus={receiver.preload}
          onClick={composer.toggleTask}
        >
          {t(task ? 'composer.switchToMessage' : 'composer.task')}
        </Button>
      )}
      <Button
        variant="primary"
        loading={sending}
        disabled={!sending && (composer.empty || composer.excess > 0)}
        icon={<Send />}
        onClick={onSend}
      >
        {t(task ? 'composer.sendTask' : 'composer.send')}
      </Button>
    </Buttons>
  );
}

function Files({ composer: { files, state, removeFile } }: Pick<ComposerProps, 'composer'>) {
  const t = useText('applications');
  const row = useRef<HTMLDivElement>(null);
  const count = useRef(files.length);
  useEffect(() => {
    // If the row scrolls, the last attachment is scrolled into view.
    if (files.length > count.current) row.current?.scrollTo({ left: row.current.scrollWidth });
    count.current = files.length;
  }, [files.length]);
  const sending = state.kind === 'sending';
  const gone = sending
    ? progressOfFiles(
        files.map(({ size }) => size),
        state.progress,
      )
    : null;
  return (
    <Attached ref={row}>
      <FileList
        layout="inline"
        label={t('timeline.files')}
        files={files.map((file, index) => ({
          id: index,
          name: file.name,
          size: file.size,
          mimetype: file.type,
          ...(gone ? { progress: gone[index] } : {}),
        }))}
        {...(sending ? {} : { onRemove: (id: string | number) => removeFile(Number(id)) })}
      />
    </Attached>
  );
}

const Root = styled.div`
  outline: none;
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding: 12px 16px;

  ${media.phone} {
    padding: 8px 12px;
  }
`;

/** On a phone, attachments take a single row, so that earlier messages stay visible. */
const Attached = styled(ChipRow)`
  &:empty {
    display: none;
  }

  ${media.phone} {
    > ul {
      flex-wrap: nowrap;
    }

    > ul > li {
      max-width: 240px;
    }
  }
`;

/** Hides the label visually; screen readers still read it. */
const iconAlone = css`
  flex: none;
  gap: 0;
  width: 44px;
  padding: 0;
  font-size: 0;
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;

  ${media.phone} {
    > button {
      ${iconAlone}
    }
  }
`;

const Buttons = styled.div`
  display: flex;
  gap: 8px;
  margin-left: auto;

  ${media.phone} {
    flex-wrap: wrap;
    justify-content: flex-end;

    > button {
      flex: 1 0 auto;
      padding: 0 12px;
    }

    /* The width is needed for the text, which has the meaning of the icon. */
    svg {
      display: none;
    }

    /* The button that leaves the task form has a long text, so it shows only its icon. */
    > [aria-pressed='true'] {
      ${iconAlone}

      svg {
        display: block;
      }
    }
  }
`;
