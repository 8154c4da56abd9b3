export {
  beginFactor,
  confirmFactor,
  withCodeAttempt,
  hasFactor,
  readFactor,
  removeFactor,
  consumeCode,
  wrongCodeError,
  type CodeKind,
} from './factor.ts';
export { issueTicket, consumeTicket, consumeTicketTry, type SignInTicket } from './tickets.ts';
export {
  countWithoutFactor,
  factorPolicies,
  readFactorPolicy,
  writeFactorPolicy,
  type FactorPolicy,
} from './policy.ts';
export { requirePasswordAndCode, requireOwnPassword } from './proof.ts';
export { renewRecoveryCodes } from './recovery-codes.ts';
export { enrolmentUri, secretText } from './totp.ts';
