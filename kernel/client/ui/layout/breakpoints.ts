/** The media query for phones, for `matchMedia`. Only screens: printed pages are as narrow, but show tables. */
export const phoneQuery = 'screen and (max-width: 767px)';

/** Media queries for styles; fixed strings, since media queries cannot use custom properties. */
export const media = {
  phone: `@media ${phoneQuery}`,
  desktop: '@media print, (min-width: 768px)',
  print: '@media print',
} as const;
