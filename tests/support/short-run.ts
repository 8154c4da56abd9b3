/** The variable for the tests of a run: `short` in `npm test`, or all by default. */
export const selectionVariable = 'KOMAK_TESTS';

/** Whether the run takes only minutes, as on each commit, and leaves the long tests to `npm run test:all`. */
export const isShortRun = process.env[selectionVariable] === 'short';

/**
 * Unit and contract tests that `npm test` leaves out: they start and kill many processes, make many documents, fill the
 * memory, or try many random cases, and take more than half of the total time.
 */
export const longUnitTests: readonly string[] = [
  'kernel/app/server/cli/migrate.test.ts',
  'kernel/server/backup/{backup,drill,restore-targets}.test.ts',
  'kernel/server/backup/nightly/nightly.test.ts',
  'kernel/server/database/{embedded/embedded,pool/plain-role}.test.ts',
  'kernel/server/installation/seed-lock.test.ts',
  'kernel/server/storage/{decoder,object-store}.test.ts',
  'kernel/server/tracing/{collector-away,switched-off}.test.ts',
  'plugins/applications/server/staff/staff-changes.test.ts',
  'plugins/households/server/transfer/{export,import}.test.ts',
  'plugins/plugins/server/nodes.test.ts',
  'tests/architecture/boot.test.ts',
  'tests/bench/assistant/{assistant,reranker}.test.ts',
  'tests/contract/audit/{export-reconnect,list,trace}.test.ts',
  'tests/contract/border-plan/{city-plan,invariants}.test.ts',
  'tests/contract/erasure/{closed-browsers,concurrent-changes,erasure,erasure-list,kill}.test.ts',
  'tests/contract/exports/lost-connection.test.ts',
  'tests/contract/hostile/{brute-force,exhaustion,hostile-requests,hostile-switches,hostile-uploads,intake-abuse,sign-in-races}.test.ts',
  'tests/contract/letters/{bulk,bulk-skips,changes,check-page,demo-letters,empty,fill,fuzz,hostile-text,join-files,margins,pages,qr-code,renderer,replies,settings,tags,years}.test.ts',
  'tests/contract/presence.test.ts',
  'tests/faults/*.test.ts',
  'tests/load/{mixed,overload,storm}.test.ts',
  'tests/external/{lifecycle,nodes,page,source,types}.test.ts',
  'widgets/map/io/formats/archive-bomb.test.ts',
  'widgets/map/model/borders/{oracle,tiling}.property.test.ts',
];

/** The browser tests of `npm test`: pages without long user flows of their own, and the flows that are essential for daily work. */
export const shortBrowserTests: readonly string[] = [
  '{*-,}screens.spec.ts',
  'registry-{categories,pages,states,streets}.spec.ts',
  '{accessibility-sign-in,application-life,apply,demo,first-list,lists,map}.spec.ts',
  '{optimistic,search,shell,specification-backend,specification-forms,stats,tasks,early-typing,weight,work}.spec.ts',
];
