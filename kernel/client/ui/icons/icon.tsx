import { icons, isEagerIcon } from './icons.tsx';
import { lazyComponent } from '../overlays/lazy-component.ts';

export interface IconProps {
  /** A name in `icons.tsx` or `lazy-icons.tsx`; an unknown name shows a puzzle piece. */
  readonly name: string;
  readonly size?: number | undefined;
}

const LazyIcon = lazyComponent<{ readonly name: string; readonly size: number }>(() =>
  import('./lazy-icons.tsx').then(({ LazyIcon: Part }) => Part),
);

/** A decorative icon by its name, hidden from screen readers. */
export function Icon({ name, size = 18 }: IconProps) {
  if (!isEagerIcon(name)) return <LazyIcon.Component name={name} size={size} />;
  const Drawing = icons[name];
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" />;
}
