import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import {
  type DraftHandle,
  isAborted,
  readCachedRecord,
  send as request,
  toast,
  toRequestError,
  useAcceptFiles,
  useAdmin,
  useDraft,
  useText,
} from '#kernel/plugin-api/client.ts';
import { uploadLimits, type Action } from '../../../../contract.ts';
import type { ReceiverOption } from '../../../../../neighborhoods/contract.ts';
import { receiversDocument } from '../../../data/queries.ts';
import { markWriting } from '../../presence/writing-store.ts';
import { pendingAction, type Step } from '../../../model/pending-action.ts';
import { formDataOf, newFiles } from '../../../model/accept-form.ts';

/** The limits of the timeline's attachments: five files, 50 MB in total. */
export const composerLimits = { maxFiles: uploadLimits.maxFiles, maxBytes: uploadLimits.timelineBytes };

/** The message to all, or the task for one receiver, that is being written. */
export interface ComposerValues {
  readonly mode: 'message' | 'task';
  readonly text: string;
  readonly receiverId: number | null;
  /** `YYYY-MM-DD`; empty for none. Absent until a task is written, and if the server has no tasks. */
  readonly due?: string;
}

/** The state of sending the draft. */
export type SendState =
  | { readonly kind: 'idle' }
  /** From 0 to 1. */
  | { readonly kind: 'sending'; readonly progress: number }
  /** With the reason as text. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'saved' };

const MAX_CHARACTERS = 5000;

const blank: ComposerValues = { mode: 'message', text: '', receiverId: null };

type ComposerDraft = DraftHandle<ComposerValues>;

interface ComposerCallbacks {
  /** The server has accepted the step. */
  readonly onSent: (action: Action) => void;
  /**
   * Receives the step that was sent and has no response yet; null once it has one. Absent where no timeline
   * is shown.
   */
  readonly onPending?: (action: Action | null) => void;
}

/**
 * The progress of what is being sent, from 0 to 1, by the key of its draft. Sending continues when the page
 * is left. Until it ends, nothing can be added to the draft, which is deleted then.
 */
const underWay = proxy<Record<string, number>>({});
const controllers = new Map<string, AbortController>();

/** Sends the draft, and shows it in the timeline immediately; the draft stays until the server has responded. */
function useSending(applicationId: number, draft: ComposerDraft, { onSent, onPending }: ComposerCallbacks) {
  const t = useText('applications');
  const viewer = useAdmin();
  const [ended, setState] = useState<SendState>({ kind: 'idle' });
  const { idempotencyKey: key } = draft;
  const { [key]: progress } = useSnapshot(underWay);

  async function send(message: string): Promise<void> {
    const { value: writing, files } = draft;
    const task = writing.mode === 'task';
    const controller = new AbortController();
    controllers.set(key, controller);
    underWay[key] = 0;
    const step = stepOf(writing, message);
    if (step) onPending?.(pendingAction(viewer, step));
    try {
      const fields = {
        message,
        ...(task ? { receiver_id: writing.receiverId, due: writing.due || undefined } : {}),
      };
      const path = `applications/${applicationId}/actions/${task ? 'forwards' : 'messages'}`;
      const action = await request<Action>('POST', path, formDataOf(fields, files), {
        idempotencyKey: key,
        onProgress: (share) => (underWay[key] = share),
        signal: controller.signal,
      });
      await draft.clear();
      setState({ kind: 'saved' });
      toast.success(t(task ? 'composer.taskSent' : 'composer.messageSent'));
      onSent(action);
    } catch (error) {
      explain(error);
    } finally {
      onPending?.(null);
      controllers.delete(key);
      delete underWay[key];
    }
  }

  function explain(error: unknown): void {
    if (isAborted(error)) return setState({ kind: 'idle' });
    const { code, text: general, fields } = toRequestError(error);
    if (code === 'repeated_differently') draft.renewKey();
    const reason = Object.values(fields).join(' ') || general;
    setState({ kind: 'failed', reason });
    toast.error(reason);
  }

  return {
    state: progress === undefined ? ended : ({ kind: 'sending', progress } satisfies SendState),
    send,
    isSending: () => controllers.has(key),
    cancel: () => controllers.get(key)?.abort(),
    /** Clears the state of the last message when the next one is started. */
    begin: () => setState((now) => (now.kind === 'saved' ? { kind: 'idle' } : now)),
  };
}

/** Returns the step being sent; null for a task to an admin whose name is not cached. */
function stepOf({ mode, receiverId }: ComposerValues, text: string): Step | null {
  if (mode === 'message') return { kind: 'message', text };
  const receiver =
    receiverId === null
      ? null
      : readCachedRecord<ReceiverOption>(receiversDocument, 'ReceiverOption', receiverId);
  return receiver && { kind: 'forward', text, receiver };
}

/** Writes and sends messages and tasks. */
export function useComposer(applicationId: number, callbacks: ComposerCallbacks) {
  const draft = useDraft(`applications.composer.${applicationId}`, blank);
  const sending = useSending(applicationId, draft, callbacks);
  const [receiverMissing, setReceiverMissing] = useState(false);
  const { value: writing, files } = draft;
  const words = writing.text.trim();
  const empty = words === '' && files.length === 0;
  const excess = Math.max(0, words.length - MAX_CHARACTERS);

  function write(part: Partial<ComposerValues>): void {
    draft.setValue((now) => ({ ...now, ...part }));
    sending.begin();
  }

  const modes = useModes({
    isSending: sending.isSending,
    setMode(mode) {
      setReceiverMissing(false);
      if (mode !== writing.mode) write({ mode });
    },
    setReceiver: (receiverId) => write({ receiverId }),
  });

  /** Resolves to `false` if there is no receiver yet. */
  async function submit(): Promise<boolean> {
    if (sending.isSending() || empty || excess > 0) return true;
    if (writing.mode === 'task' && writing.receiverId === null) {
      setReceiverMissing(true);
      return false;
    }
    await sending.send(words);
    return true;
  }

  return {
    writing,
    files,
    state: sending.state,
    empty,
    /** The number of characters beyond the limit; text is never cut off. */
    excess,
    /** The draft has unsent content. */
    isUnsent: draft.dirty && !empty,
    /** Whether the draft would survive a reload. */
    storage: draft.storage,
    receiverMissing: receiverMissing && writing.receiverId === null,
    setText(text: string): void {
      markWriting(applicationId, text);
      write({ text });
    },
    setDue: (due: string) => write({ due }),
    setReceiver: (receiverId: number | null) => write({ receiverId }),
    toggleTask: () => modes.setMode(writing.mode === 'task' ? 'message' : 'task'),
    ...modes,
    ...useAttached(draft, sending),
    submit,
    cancel: sending.cancel,
  };
}

/** Adds and removes the files of the draft. */
function useAttached({ files, setFiles }: ComposerDraft, sending: ReturnType<typeof useSending>) {
  const accept = useAcceptFiles(composerLimits);
  return {
    addFiles(offered: readonly File[]): void {
      if (sending.isSending()) return;
      const accepted = accept(newFiles(offered, files), files);
      if (accepted.length > 0) void setFiles([...files, ...accepted]);
      sending.begin();
    },
    removeFile: (index: number) => void setFiles(files.filter((_, at) => at !== index)),
  };
}

interface ModesOptions {
  readonly isSending: () => boolean;
  readonly setMode: (mode: ComposerValues['mode']) => void;
  readonly setReceiver: (id: number) => void;
}

/** Starts a message or a task, and moves the focus once the field is mounted. */
function useModes({ isSending, setMode, setReceiver }: ModesOptions) {
  const [focusRequested, setFocusRequested] = useState<ComposerValues['mode'] | null>(null);
  return {
    setMode,
    focusRequested,
    clearFocusRequest: () => setFocusRequested(null),
    /** Focuses the field of a message, or the receiver of a task. */
    begin(mode: ComposerValues['mode']): void {
      if (!isSending()) setMode(mode);
      setFocusRequested(mode);
    },
    /** Starts a task for an admin, and focuses its text. */
    beginTaskFor(receiverId: number): void {
      if (!isSending()) {
        setMode('task');
        setReceiver(receiverId);
      }
      setFocusRequested('message');
    },
  };
}
