import { floatingSlot } from '#kernel/contract/slot.ts';
import { SlotView } from '../../plugins/slot-view.tsx';
import { useIsFirstRenderDone } from './use-is-first-render-done.ts';

/** What floats above every page; its code waits for the first screen. */
export function FloatingSlot() {
  return useIsFirstRenderDone() ? <SlotView slot={floatingSlot} /> : null;
}
