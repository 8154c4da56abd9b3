import { icons, isIconName } from './icons.ts';

export interface IconProps {
  /** One of `IconName`; manifests give plain strings, so an unknown name shows a piece of a puzzle. */
  readonly name: string;
  readonly size?: number | undefined;
}

/** An icon by its name; decoration, so not read aloud. */
export function Icon({ name, size = 18 }: IconProps) {
  const Drawing = icons[isIconName(name) ? name : 'puzzle'];
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" />;
}
