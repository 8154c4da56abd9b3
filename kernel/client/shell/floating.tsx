import { useEffect, useState } from 'react';
import { floatingSlot } from '#kernel/contract/slot.ts';
import { afterFirstScreen } from '../data/first-screen.ts';
import { SlotView } from '../registry/slot-view.tsx';

/** What floats above every page; its code waits for the first screen. */
export function Floating() {
  const [due, setDue] = useState(false);
  useEffect(() => afterFirstScreen(() => setDue(true)), []);
  return due ? <SlotView slot={floatingSlot} /> : null;
}
