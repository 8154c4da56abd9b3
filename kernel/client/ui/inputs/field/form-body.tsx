import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useBlurAfterClick } from './use-blur-after-click.ts';

export interface FormBodyProps {
  /** Whether the form is being submitted. */
  readonly submitting: boolean;
  /** The fields, without the submit button. */
  readonly children: ReactNode;
}

/**
 * The fields of a form. They are inert while the form is being submitted, since changes would not be sent and the
 * response would overwrite them. The focus moves to the submit button, whose busy state is announced, and returns to
 * the field if submitting fails.
 */
export function FormBody({ submitting, children }: FormBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const moved = useRef(false);
  useBlurAfterClick(body);
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null) return;
    const button = sendingButtonOf(element);
    if (submitting) {
      moved.current = element.contains(document.activeElement);
      if (moved.current) button?.focus({ preventScroll: true });
      element.inert = true;
      return;
    }
    element.inert = false;
    const waits = moved.current && document.activeElement === button;
    if (waits || document.activeElement === document.body) last.current?.focus({ preventScroll: true });
    moved.current = false;
  }, [submitting]);

  function note({ currentTarget, target }: FocusEvent<HTMLElement>): void {
    // Events of portals, such as a select's options, bubble here too, but portals unmount.
    if (currentTarget.contains(target)) last.current = target;
  }

  return (
    <Body ref={body} onFocus={note}>
      {children}
    </Body>
  );
}

/** The submit button, which may be anywhere in the page with a `form` attribute. */
function sendingButtonOf(body: HTMLElement): HTMLElement | undefined {
  const controls = [...(body.closest('form')?.elements ?? [])];
  return controls.find(
    (control): control is HTMLButtonElement =>
      control instanceof HTMLButtonElement && control.type === 'submit',
  );
}

/** Submits the surrounding form on Ctrl+Enter or ⌘+Enter. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s4);
  min-width: 0;

  /* Delayed, so that a quick submit does not flicker. */
  &[inert] {
    opacity: 0.6;
    transition: opacity var(--fast) 0.5s;
  }
`;
