export { Enrolment } from './enrolment.tsx';
export { RecoveryCodes } from './recovery-codes.tsx';
export { ProofDialog } from './proof-dialog.tsx';
export type { IdentityProof } from './use-proof.ts';
