import { icons } from './icons.ts';
import { lazyIcons } from './lazy-icons.ts';

/** An icon that loads on demand; an unknown name shows a puzzle piece. */
export function LazyIcon({ name, size }: { readonly name: string; readonly size: number }) {
  const Drawing = Object.hasOwn(lazyIcons, name) ? lazyIcons[name as keyof typeof lazyIcons] : icons.puzzle;
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" />;
}
