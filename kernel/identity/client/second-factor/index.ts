export { Enrolment } from './enrolment.tsx';
export { RecoveryCodes } from './recovery-codes.tsx';
export { ProofDialog, type Proof } from './proof-dialog.tsx';
