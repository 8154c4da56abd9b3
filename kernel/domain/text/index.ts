export {
  addDays,
  dayAt,
  dayMs,
  daysBetween,
  firstOfMonth,
  firstOfNextMonth,
  formatClock,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatMonth,
  type Countdown,
} from './dates.ts';
export { normalizeForSearch, digitsOf } from './normalize-for-search.ts';
export { checkJshshir, type Sex } from './jshshir.ts';
export {
  hidePersonalDataIn,
  isMasked,
  maskJshshir,
  maskNumbersIn,
  maskPassport,
  maskPhone,
} from './masks.ts';
export { localizedName, type Language } from './languages.ts';
export { fullName, isPersonName, padId } from './person-names.ts';
export { formatNumber } from './numbers.ts';
export {
  checkPassport,
  normalizePassportSeries,
  toCyrillicLookAlikes,
  toLatinLookAlikes,
} from './passport.ts';
export { formatPhone, parsePhone } from './phone.ts';
export { hasVisibleText } from './visible-text.ts';
