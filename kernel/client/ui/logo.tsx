import { styled } from 'styled-components';

export interface LogoProps {
  readonly size?: number | undefined;
  /** The product's name, where no words stand beside the mark. */
  readonly label?: string | undefined;
}

/** The mark: the eight-pointed star of Khorezm's tiles, two squares laid across each other around an open middle. */
export function Logo({ size = 34, label }: LogoProps) {
  return (
    <Mark
      width={size}
      height={size}
      viewBox="0 0 34 34"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <rect width="34" height="34" rx="8" />
      <path d="M10.25 10.25h13.5v13.5h-13.5z" />
      <path d="M17 7.45 26.55 17 17 26.55 7.45 17z" />
      <circle cx="17" cy="17" r="2.4" />
    </Mark>
  );
}

const Mark = styled.svg`
  flex: none;

  rect {
    fill: var(--accent);
  }
  path {
    fill: none;
    stroke: var(--on-accent);
    stroke-width: 1.9;
    stroke-linejoin: round;
  }
  circle {
    fill: var(--on-accent);
  }
`;
