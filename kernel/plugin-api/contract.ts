/**
 * The import of a plugin's `manifest.ts` and `contract.ts`: data alone, for the browser and the server. The three
 * others are `client.ts`, `server.ts` and `testing.ts`; `demo.ts` is for what fills a demonstration.
 */
export * from '#kernel/contract/public.ts';
export { problemsOf } from '#kernel/contract/issues.ts';
export { knowledgeHook, type Knowledge, type KnowledgeText } from '#kernel/contract/knowledge.ts';
export {
  defineRecord,
  type RecordBodyOf,
  type RecordOf,
  type RecordOptionOf,
  sheetImportSchema,
  sheetPreviewOf,
  sheetProblemOf,
} from '#kernel/records/contract/index.ts';
export type { SignInDeclaration, SignInWay } from '#kernel/identity/contract/sign-in.ts';
export {
  personIdentifiedHook,
  personIdentifiersHook,
  type IdentificationCaller,
  type IdentificationProblem,
  type IdentifiedPerson,
  type PersonIdentifier,
} from '#kernel/identity/contract/person.ts';
export {
  factorProofBodySchema,
  ownProofBodySchema,
  signInListSchema,
  type Factor,
  type SignIn,
} from '#kernel/identity/contract/account.ts';
export { passkeyListSchema, passkeyTextSchema, type OwnPasskey } from '#kernel/identity/contract/passkeys.ts';
