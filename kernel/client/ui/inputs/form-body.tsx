import { useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';

export interface FormBodyProps {
  /** What stands in the fields is on its way. */
  readonly submitting: boolean;
  /** The fields, and what else changes them; not the button that sends. */
  readonly children: ReactNode;
}

/**
 * What is filled in of a form. It holds still while it is being sent: a change would not go along, and the answer would wipe it
 * out. Who was in a field waits on the button that sends, whose being busy is read aloud, and is back in the field where
 * nothing came of it.
 */
export function FormBody({ submitting, children }: FormBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const moved = useRef(false);
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
    // Not what hangs from a field, such as the options of a select: it goes.
    if (currentTarget.contains(target)) last.current = target;
  }

  return (
    <Body ref={body} onFocus={note}>
      {children}
    </Body>
  );
}

/** Wherever it stands: by its attribute `form` it belongs to the form from anywhere in the page. */
function sendingButtonOf(body: HTMLElement): HTMLElement | undefined {
  const controls = [...(body.closest('form')?.elements ?? [])];
  return controls.find(
    (control): control is HTMLButtonElement =>
      control instanceof HTMLButtonElement && control.type === 'submit',
  );
}

const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--s4);
  min-width: 0;

  /* Seen only where it takes a while. */
  &[inert] {
    opacity: 0.6;
    transition: opacity var(--fast) 0.5s;
  }
`;
