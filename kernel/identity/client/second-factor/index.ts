export { Enrolment } from './enrolment.tsx';
export { RecoveryCodes } from './recovery-codes.tsx';
