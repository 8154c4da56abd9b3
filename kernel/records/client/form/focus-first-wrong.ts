/** How many frames the marks, and then the panel of a tab, may take to be drawn. */
const maxFrames = 20;

/** Goes to the first field of a form that is marked as wrong, once the marks are drawn; if it is behind a tab, that one opens. */
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
 * Opens the tab of a panel. The tab has the focus on the way: if a field that has it goes out of sight with its panel, a dialog takes
 * the focus to itself, and does so again a frame later.
 */
function openTabOf({ id }: HTMLElement): void {
  const tab = document.querySelector<HTMLElement>(`[aria-controls="${id}"]`);
  tab?.focus();
  tab?.click();
}

/** Focuses a field as soon as its panel is in sight, which browsers refuse before. */
function focusOnceShown(field: HTMLElement | null, frames: number): void {
  requestAnimationFrame(() => {
    field?.focus();
    if (field && frames > 0 && !field.matches(':focus')) focusOnceShown(field, frames - 1);
  });
}

/** A group of radio buttons is wrong as a whole; the focus goes into it. */
function focusable(wrong: HTMLElement): HTMLElement | null {
  return wrong.matches('input, textarea, select, button, [tabindex]')
    ? wrong
    : wrong.querySelector<HTMLElement>('input, button, [tabindex]');
}
