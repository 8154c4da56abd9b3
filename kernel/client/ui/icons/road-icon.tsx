import type { LucideProps } from 'lucide-react';

/** A road running away, in the manner of the other icons. */
export function RoadIcon({ size = 24, strokeWidth = 2, absoluteStrokeWidth: _unused, ...rest }: LucideProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d="M4.5 21 9 3M19.5 21 15 3M12 4v2.5M12 10.5v2.5M12 17v3" />
    </svg>
  );
}
