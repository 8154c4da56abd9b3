import { Zap } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton, isFindKey, lazyComponent, useText } from '#kernel/plugin-api/client.ts';
import type { ApplicationComposerProps } from '#plugins/applications/contract.ts';

const replyDialog = lazyComponent(async () => (await import('./reply-dialog.tsx')).ReplyDialog);

/** Quick replies for a message: by the button, by Ctrl+K in the field, or by `/` at the start of a line. */
export function QuickReplies({ application, text, disabled, setText }: ApplicationComposerProps) {
  const t = useText('letters');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const caret = useRef<number | null>(null);

  useReplyKeys(button, show);

  function areaOf(): HTMLTextAreaElement | null {
    return button.current?.closest('[data-composer]')?.querySelector('textarea') ?? null;
  }

  function show(): void {
    caret.current = areaOf()?.selectionStart ?? null;
    setIsOpen(true);
  }

  function insert(reply: string): void {
    const at = caret.current ?? text.length;
    setText(`${text.slice(0, at)}${reply}${text.slice(at)}`);
    const end = at + reply.length;
    // React sets the field's text in a microtask of its own, before this one; later, the user may have typed
    // more.
    queueMicrotask(() => areaOf()?.setSelectionRange(end, end));
  }

  return (
    <>
      <IconButton
        ref={button}
        label={`${t('replies.open')} (${t('replies.hint')})`}
        icon={<Zap />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K /"
        disabled={disabled}
        onPointerEnter={replyDialog.preload}
        onFocus={replyDialog.preload}
        onClick={show}
      />
      {isOpen ? (
        <replyDialog.Component
          applicationId={Number(application.id)}
          finalFocus={areaOf}
          onChoose={insert}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Calls `show` for the shortcuts in the field of the composer that contains the button. */
function useReplyKeys(button: RefObject<HTMLElement | null>, show: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const area = event.target;
    if (!(area instanceof HTMLTextAreaElement) || area.readOnly || event.isComposing) return;
    const isCommand = isFindKey(event);
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && /(^|\n)$/.test(textBefore(area));
    if (!isCommand && !isSlash) return;
    event.preventDefault();
    // The search in the top bar has the same shortcut.
    event.stopPropagation();
    show();
  });

  useEffect(() => {
    const composer = button.current?.closest<HTMLElement>('[data-composer]');
    const listen = (event: KeyboardEvent): void => handleKey(event);
    composer?.addEventListener('keydown', listen);
    return () => composer?.removeEventListener('keydown', listen);
  }, [button]);
}

function textBefore({ value, selectionStart }: HTMLTextAreaElement): string {
  return value.slice(0, selectionStart);
}
