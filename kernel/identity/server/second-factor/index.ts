export {
  beginFactor,
  confirmFactor,
  countingCodes,
  hasFactor,
  readFactor,
  removeFactor,
  takeCode,
  wrongCodeField,
  type CodeKind,
} from './factor.ts';
export { beginSecondStep, endSecondStep, takeTry, type SecondStep } from './tickets.ts';
export {
  countWithoutFactor,
  factorPolicies,
  readFactorPolicy,
  writeFactorPolicy,
  type FactorPolicy,
} from './policy.ts';
export { proveOneself, requireOwnPassword } from './proof.ts';
export { renewRecoveryCodes } from './recovery-codes.ts';
export { enrolmentAddress, secretText } from './totp.ts';
