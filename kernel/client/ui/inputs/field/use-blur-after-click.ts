import { type RefObject, useEffect } from 'react';

/**
 * Delays the blur of a field while a pointer is pressed. Validation on blur shows a message that moves the content
 * below: the press would end on another element than it began on, and would not be a click.
 */
export function useBlurAfterClick(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    const ended = new AbortController();
    const held: { readonly field: Element; readonly relatedTarget: EventTarget | null }[] = [];
    let isPressed = false;

    function hold(event: FocusEvent): void {
      const { target, relatedTarget } = event;
      if (!isPressed || !(target instanceof Element) || !target.matches(checkedOnBlur)) return;
      event.stopPropagation();
      held.push({ field: target, relatedTarget });
    }

    function release(): void {
      isPressed = false;
      // After the click, which follows immediately.
      setTimeout(() => {
        for (const { field, relatedTarget } of held.splice(0)) {
          field.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget }));
        }
      });
    }

    const options = { capture: true, signal: ended.signal };
    element.addEventListener('focusout', hold, options);
    addEventListener('pointerdown', ({ button }) => void (isPressed = button === 0), options);
    addEventListener('pointerup', release, options);
    addEventListener('pointercancel', release, options);
    return () => ended.abort();
  }, [body]);
}

/** Elements that a form validates when they lose the focus. */
const checkedOnBlur = 'input, textarea, [role="combobox"]';
