import { icons } from './icons.ts';
import { lazyIcons } from './lazy-icons.ts';

/** An icon that is not on the first screen. */
export function LazyIcon({ name, size }: { readonly name: string; readonly size: number }) {
  const Drawing = Object.hasOwn(lazyIcons, name) ? lazyIcons[name as keyof typeof lazyIcons] : icons.puzzle;
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" />;
}
