export {
  addDays,
  dayAt,
  defaultTimeZone,
  formatClock,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatTime,
  isDay,
  relativeTime,
  type Countdown,
  type RelativeTime,
} from './dates.ts';
export { normalizeForSearch, digitsOf } from './normalize-for-search.ts';
export {
  checkJshshir,
  jshshirCheckDigit,
  makeJshshir,
  maskJshshir,
  type JshshirCheck,
  type JshshirFacts,
  type JshshirParts,
  type Sex,
} from './jshshir.ts';
export { languages, localizedName, type Language } from './languages.ts';
export { fullName, initials, padId, type PersonName } from './person-names.ts';
export { formatNumber } from './numbers.ts';
export {
  checkPassport,
  maskPassport,
  normalizePassportSeries,
  parsePassport,
  type Passport,
  type PassportCheck,
} from './passport.ts';
export { formatPhone, formatPhonePartial, hasKnownOperator, parsePhone } from './phone.ts';
