import { proxy, useSnapshot } from 'valtio';

/** The assistant's panel and the button that opens it are in different slots on a phone. */
const assistantStore = proxy({ isOpen: false, hasFocusToReturn: false });

/** Opens the panel, or closes it. */
export function toggleAssistant(): void {
  assistantStore.isOpen = !assistantStore.isOpen;
}

/** Closes the panel; with `returnFocus`, the button takes the focus afterwards. */
export function closeAssistant(returnFocus = false): void {
  assistantStore.isOpen = false;
  assistantStore.hasFocusToReturn = returnFocus;
}

/** Whether the focus has to go back to the button; true once. */
export function takeFocusToReturn(): boolean {
  const { hasFocusToReturn } = assistantStore;
  assistantStore.hasFocusToReturn = false;
  return hasFocusToReturn;
}

/** Whether the panel is open. */
export function useIsAssistantOpen(): boolean {
  return useSnapshot(assistantStore).isOpen;
}
