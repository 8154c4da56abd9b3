export {
  addDays,
  dayAt,
  daysBetween,
  formatClock,
  formatCountdown,
  formatDate,
  formatDateTime,
  type Countdown,
} from './dates.ts';
export { normalizeForSearch, digitsOf } from './normalize-for-search.ts';
export { checkJshshir, makeJshshir, maskJshshir, type Sex } from './jshshir.ts';
export { maskNumbersIn } from './mask-numbers.ts';
export { localizedName, type Language } from './languages.ts';
export { fullName, isPersonName, padId } from './person-names.ts';
export { formatNumber } from './numbers.ts';
export {
  checkPassport,
  maskPassport,
  normalizePassportSeries,
  toCyrillicLookAlikes,
  toLatinLookAlikes,
} from './passport.ts';
export { formatPhone, parsePhone } from './phone.ts';
export { hasVisibleText } from './visible-text.ts';
