/**
 * What a plugin's `manifest.ts` and `contract.ts` are written with: data alone, for the browser and the server. The three
 * others are `client.ts`, `server.ts` and `testing.ts`; `demo.ts` is for what fills a demonstration.
 */
export * from '#kernel/contract/index.ts';
export { problemsOf } from '#kernel/contract/issues.ts';
export { knowledgeHook, type Knowledge, type KnowledgeText } from '#kernel/contract/knowledge.ts';
export {
  defineRecord,
  type RecordBodyOf,
  type RecordOf,
  type RecordOptionOf,
} from '#kernel/records/contract/index.ts';
export type { SignInDeclaration, SignInWay } from '#kernel/identity/contract/sign-in.ts';
export { signInListSchema, type Factor, type SignIn } from '#kernel/identity/contract/account.ts';
