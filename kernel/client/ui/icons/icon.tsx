import { icons, isFirstIcon } from './icons.ts';
import { lazyPart } from '../overlays/lazy-part.ts';

export interface IconProps {
  /** A name of `icons.ts` or `more-icons.ts`; manifests give plain strings, so an unknown one shows a piece of a puzzle. */
  readonly name: string;
  readonly size?: number | undefined;
}

const OtherIcon = lazyPart<{ readonly name: string; readonly size: number }>(() =>
  import('./other-icon.tsx').then(({ OtherIcon: Part }) => Part),
);

/** An icon by its name; decoration, so not read aloud. */
export function Icon({ name, size = 18 }: IconProps) {
  if (!isFirstIcon(name)) return <OtherIcon.Part name={name} size={size} />;
  const Drawing = icons[name];
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" />;
}
