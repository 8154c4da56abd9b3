import { icons } from './icons.ts';
import { moreIcons } from './more-icons.ts';

/** An icon that is not on the first screen. */
export function OtherIcon({ name, size }: { readonly name: string; readonly size: number }) {
  const Drawing = Object.hasOwn(moreIcons, name) ? moreIcons[name as keyof typeof moreIcons] : icons.puzzle;
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" />;
}
