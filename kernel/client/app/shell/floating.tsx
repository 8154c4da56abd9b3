import { floatingSlot } from '#kernel/contract/slot.ts';
import { SlotView } from '../../plugins/slot-view.tsx';
import { useFirstScreen } from './use-first-screen.ts';

/** What floats above every page; its code waits for the first screen. */
export function Floating() {
  return useFirstScreen() ? <SlotView slot={floatingSlot} /> : null;
}
