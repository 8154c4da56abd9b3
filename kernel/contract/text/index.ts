export {
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
export { fold, foldDigits } from './fold.ts';
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
export { localizedName } from './localized.ts';
export { fullName, initials, padId, type PersonName } from './names.ts';
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
