import { styled } from 'styled-components';

/** A wall of Khorezm's tiles: the mark's star, again and again, lit from a corner. */
export function TilePattern() {
  return (
    <Wall>
      <defs>
        <pattern id="tile" width="96" height="96" patternUnits="userSpaceOnUse">
          <path d="M26 26h44v44H26z" />
          <path d="M48 16.900 79.100 48 48 79.100 16.900 48z" />
          <circle cx="48" cy="48" r="8" />
          <path d="M48 0v16.900M48 79.100V96M0 48h16.900M79.100 48H96M0 0l26 26M96 0 70 26M0 96l26-26M96 96 70 70" />
        </pattern>
        <radialGradient id="light" cx="0.85" cy="0.1" r="1.1">
          <stop offset="0" stopColor="#7ce0df" stopOpacity="0.6" />
          <stop offset="0.55" stopColor="#7ce0df" stopOpacity="0.18" />
          <stop offset="1" stopColor="#7ce0df" stopOpacity="0.05" />
        </radialGradient>
        <mask id="lit">
          <rect width="100%" height="100%" fill="url(#light)" />
        </mask>
      </defs>
      <rect width="100%" height="100%" fill="url(#light)" opacity="0.35" />
      <g mask="url(#lit)">
        <rect width="100%" height="100%" fill="url(#tile)" />
      </g>
    </Wall>
  );
}

const Wall = styled.svg`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;

  pattern * {
    fill: none;
    stroke: #d8fbfa;
    stroke-width: 1.5;
  }
`;
