import { styled } from 'styled-components';

export interface LogoProps {
  readonly size?: number | undefined;
}

/** The product's logo: the eight-pointed star of Khorezm tiles, two overlapping squares with an open centre. */
export function Logo({ size = 34 }: LogoProps) {
  return (
    <Mark width={size} height={size} viewBox="0 0 34 34" aria-hidden="true">
      <rect width="34" height="34" rx="8" />
      <path d="M8.6 8.6h16.8v16.8H8.6z" />
      <path d="M17 5.12 28.88 17 17 28.88 5.12 17z" />
      <circle cx="17" cy="17" r="3" />
    </Mark>
  );
}

/** The deployment's logo, or the product's. The name is shown beside it. */
export function BrandMark({ logo, size = 34 }: { readonly logo: string | null; readonly size?: number }) {
  if (logo === null) return <Logo size={size} />;
  return <Picture src={logo} alt="" width={size} height={size} />;
}

const Mark = styled.svg`
  flex: none;

  rect {
    fill: var(--accent);
  }
  path {
    fill: none;
    stroke: var(--on-accent);
    stroke-width: 1.7;
    stroke-linejoin: round;
  }
  circle {
    fill: var(--on-accent);
  }
`;

const Picture = styled.img`
  flex: none;
  border-radius: 8px;
  object-fit: contain;
`;
