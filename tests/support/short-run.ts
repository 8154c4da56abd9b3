/** The variable for the tests of a run: `short` in `npm test`, or all by default. */
export const selectionVariable = 'KOMAK_TESTS';

/** Whether the run takes only minutes, as on each commit, and leaves the long tests to `npm run test:all`. */
export const isShortRun = process.env[selectionVariable] === 'short';

/**
 * Unit and contract tests that `npm test` skips: they start and kill many processes, generate many documents,
 * or try many random cases, and take half of the total time.
 */
export const longUnitTests: readonly string[] = [
  'kernel/server/backup/{backup,drill,restore-targets}.test.ts',
  'kernel/server/database/{embedded/embedded,pool/plain-role}.test.ts',
  'kernel/server/tracing/{collector-away,switched-off}.test.ts',
  'plugins/applications/server/staff/staff-changes.test.ts',
  'plugins/households/server/transfer/{export,import}.test.ts',
  'tests/architecture/boot.test.ts',
  'tests/bench/assistant/reranker.test.ts',
  'tests/contract/erasure/{erasure,kill}.test.ts',
  'tests/contract/hostile/{exhaustion,hostile-requests,hostile-switches,intake-abuse}.test.ts',
  'tests/contract/letters/{bulk,bulk-skips,changes,demo-letters,fuzz,hostile-text,join-files,margins,pages,qr-code,renderer,settings}.test.ts',
  'tests/contract/presence.test.ts',
  'tests/faults/*.test.ts',
  'tests/load/{mixed,overload,storm}.test.ts',
  'tests/external/{lifecycle,nodes,page,source}.test.ts',
  'widgets/map/model/borders/{oracle,tiling}.property.test.ts',
];

/** The browser tests of `npm test`: pages without a long story of their own, and the stories that are essential for an office's daily work. */
export const shortBrowserTests: readonly string[] = [
  '{*-,}screens.spec.ts',
  'registry-{categories,pages,states,streets}.spec.ts',
  '{accessibility-sign-in,admins,application-life,apply,audit,demo,first-list,first-visit,lists,map,map-rings}.spec.ts',
  '{optimistic,search,shell,specification-backend,specification-forms,stats,tasks,early-typing,weight,work}.spec.ts',
];
