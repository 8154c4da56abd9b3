/** The maximum number of frames to wait for the marks, and then for the panel of a tab. */
const maxFrames = 20;

/** Focuses the first invalid field of a form after it is marked; opens its tab if needed. */
export function focusFirstWrong(form: HTMLElement | null, frames: number = maxFrames): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
    if (!wrong) {
      if (frames > 0) focusFirstWrong(form, frames - 1);
      return;
    }
    const panel = wrong.closest<HTMLElement>('[role="tabpanel"]');
    if (panel?.hidden) openTabOf(panel);
    focusOnceShown(focusable(wrong), maxFrames);
  });
}

/**
 * Opens the tab of a panel. It focuses the tab first: if the focused field is hidden with its panel, a dialog takes the
 * focus, and again a frame later.
 */
function openTabOf({ id }: HTMLElement): void {
  const tab = document.querySelector<HTMLElement>(`[aria-controls="${id}"]`);
  tab?.focus();
  tab?.click();
}

/** Focuses a field as soon as its panel is visible, since browsers do not focus hidden fields. */
function focusOnceShown(field: HTMLElement | null, frames: number): void {
  requestAnimationFrame(() => {
    field?.focus();
    if (field && frames > 0 && !field.matches(':focus')) focusOnceShown(field, frames - 1);
  });
}

/** The element to focus: a group of radio buttons is invalid as a whole, and the focus goes to a button in it. */
function focusable(wrong: HTMLElement): HTMLElement | null {
  return wrong.matches('input, textarea, select, button, [tabindex]')
    ? wrong
    : wrong.querySelector<HTMLElement>('input, button, [tabindex]');
}
