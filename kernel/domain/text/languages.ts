/** Languages of the interface; the first is the default and the fallback. */
export const languages = ['uz', 'ru'] as const;

/** A language of the interface. */
export type Language = (typeof languages)[number];
