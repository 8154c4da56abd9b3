import { useRef, useState } from 'react';
import { isAborted, send, toast, toRequestError, useDraft } from '#kernel/client/index.ts';
import { acceptFiles, rejectionText, useUiTexts } from '#kernel/client/ui/index.ts';
import { uploadLimits, type Action } from '../../../../contract.ts';
import { formDataOf, newFiles } from '../../../model/accept-form.ts';
import { useTexts } from '../../shared/texts.ts';

/** What the timeline takes: five files, 50 MB together. */
export const composerLimits = { maxFiles: uploadLimits.maxFiles, maxBytes: uploadLimits.timelineBytes };

/** What is being written: a message to all, or a task for one. */
export interface Writing {
  readonly mode: 'message' | 'task';
  readonly text: string;
  readonly receiverId: number | null;
}

/** How it stands with what is being written. */
export type SendState =
  | { readonly kind: 'idle' }
  /** From 0 to 1. */
  | { readonly kind: 'sending'; readonly progress: number }
  /** With the reason, in words. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'saved' };

const MOST_LETTERS = 5000;

const blank: Writing = { mode: 'message', text: '', receiverId: null };

/** Writes and sends messages and tasks. Nothing is forgotten until the server has answered. */
export function useComposer(applicationId: number, onSent: (action: Action) => void) {
  const t = useTexts();
  const texts = useUiTexts();
  const draft = useDraft(`applications.composer.${applicationId}`, blank);
  const [state, setState] = useState<SendState>({ kind: 'idle' });
  const [receiverMissing, setReceiverMissing] = useState(false);
  const sending = useRef<AbortController | null>(null);
  const { value: writing, files } = draft;
  const words = writing.text.trim();
  const empty = words === '' && files.length === 0;
  const excess = Math.max(0, words.length - MOST_LETTERS);

  function write(part: Partial<Writing>): void {
    draft.setValue((now) => ({ ...now, ...part }));
    if (state.kind === 'saved') setState({ kind: 'idle' });
  }

  function addFiles(offered: readonly File[]): void {
    if (sending.current) return;
    const taken = { count: files.length, bytes: files.reduce((sum, file) => sum + file.size, 0) };
    const chosen = acceptFiles(newFiles(offered, files), taken, composerLimits);
    if (chosen.files.length > 0) void draft.setFiles([...files, ...chosen.files]);
    for (const one of chosen.dropped) toast.error(rejectionText(one, composerLimits, texts));
    if (state.kind === 'saved') setState({ kind: 'idle' });
  }

  /** Resolves to `false` when there is no receiver yet. */
  async function submit(): Promise<boolean> {
    const task = writing.mode === 'task';
    if (sending.current || empty || excess > 0) return true;
    if (task && writing.receiverId === null) {
      setReceiverMissing(true);
      return false;
    }
    sending.current = new AbortController();
    setState({ kind: 'sending', progress: 0 });
    try {
      const fields = { message: words, ...(task ? { receiver_id: writing.receiverId } : {}) };
      const action = await send<Action>(
        'POST',
        `applications/${applicationId}/actions/${task ? 'forwards' : 'messages'}`,
        formDataOf(fields, files),
        {
          idempotencyKey: draft.idempotencyKey,
          onProgress: (progress) => setState({ kind: 'sending', progress }),
          signal: sending.current.signal,
        },
      );
      await draft.clear();
      setState({ kind: 'saved' });
      toast.success(t(task ? 'composer.taskSent' : 'composer.messageSent'));
      onSent(action);
    } catch (error) {
      explain(error);
    } finally {
      sending.current = null;
    }
    return true;
  }

  function explain(error: unknown): void {
    if (isAborted(error)) {
      setState({ kind: 'idle' });
      return;
    }
    const { code, text: general, fields } = toRequestError(error);
    if (code === 'repeated_differently') draft.renewKey();
    const reason = Object.values(fields).join(' ') || general;
    setState({ kind: 'failed', reason });
    toast.error(reason);
  }

  return {
    writing,
    files,
    state,
    empty,
    /** How many letters there are too many; nothing that was written is cut off. */
    excess,
    /** Something is kept that was not sent. */
    isUnsent: draft.dirty && !empty,
    receiverMissing: receiverMissing && writing.receiverId === null,
    setText: (text: string) => write({ text }),
    setReceiver: (receiverId: number | null) => write({ receiverId }),
    toggleTask(): void {
      setReceiverMissing(false);
      write({ mode: writing.mode === 'task' ? 'message' : 'task' });
    },
    addFiles,
    removeFile: (index: number) => void draft.setFiles(files.filter((_, at) => at !== index)),
    submit,
    cancel: () => sending.current?.abort(),
  };
}
