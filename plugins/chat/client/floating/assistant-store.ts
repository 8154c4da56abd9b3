import { proxy, useSnapshot } from 'valtio';

/** Shared state: on a phone, the assistant's panel and the button that opens it are in different slots. */
const assistantStore = proxy({ isOpen: false, hasFocusToReturn: false });

/** Toggles the panel. */
export function toggleAssistant(): void {
  assistantStore.isOpen = !assistantStore.isOpen;
}

/** Closes the panel; with `returnFocus`, the button takes the focus afterwards. */
export function closeAssistant(returnFocus = false): void {
  assistantStore.isOpen = false;
  assistantStore.hasFocusToReturn = returnFocus;
}

/** Whether the focus has to return to the button; true once. */
export function consumeFocusReturn(): boolean {
  const { hasFocusToReturn } = assistantStore;
  assistantStore.hasFocusToReturn = false;
  return hasFocusToReturn;
}

/** Whether the panel is open. */
export function useIsAssistantOpen(): boolean {
  return useSnapshot(assistantStore).isOpen;
}
