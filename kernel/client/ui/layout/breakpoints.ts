/** The media query of a phone, for `matchMedia`. Only for screens: printed pages are as narrow, but show tables. */
export const phoneQuery = 'screen and (max-width: 767px)';

/** At-rules for styles; fixed strings, since media queries take no custom properties. */
export const media = {
  phone: `@media ${phoneQuery}`,
  desktop: '@media print, (min-width: 768px)',
  print: '@media print',
} as const;
