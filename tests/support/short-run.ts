/** The variable for the tests of a run: `short` in `npm test`, or all by default. */
export const selectionVariable = 'KOMAK_TESTS';

/** Whether the run takes only minutes, as on each commit, and leaves the long tests to `npm run test:all`. */
export const isShortRun = process.env[selectionVariable] === 'short';

/**
 * Files of Vitest that `npm test` leaves out: they start and kill many processes, make many
 * documents, fill the memory, or try many random cases, and take two thirds of the total time.
 */
export const longUnitTests: readonly string[] = [
  'kernel/app/server/{main,cli/migrate}.test.ts',
  'kernel/devtools/plugin-api/find-breaks.test.ts',
  'kernel/server/backup/{backup,drill,restore-targets}.test.ts',
  'kernel/server/backup/nightly/nightly.test.ts',
  'kernel/server/database/{embedded/embedded,pool/plain-role}.test.ts',
  'kernel/server/installation/seed-lock.test.ts',
  'kernel/server/storage/{decoder,object-store}.test.ts',
  'kernel/server/tracing/{collector-away,switched-off}.test.ts',
  'kernel/server/http/pipeline/{load-shedding,upload}.test.ts',
  'kernel/testing/{global-setup,plugin/own-plugins}.test.ts',
  'kernel/testing/plugin/test-plugin.test.tsx',
  'plugins/applications/server/{merges,staff/staff-changes}.test.ts',
  'plugins/chat/server/entries/entries.test.ts',
  'plugins/households/server/transfer/{export,import}.test.ts',
  'plugins/plugins/server/{nodes,switching}.test.ts',
  'plugins/stats/server/map/city-cache.test.ts',
  'tests/architecture/boot.test.ts',
  'tests/bench/assistant/assistant.test.ts',
  'tests/contract/audit/{export-reconnect,list,trace,watch}.test.ts',
  'tests/contract/border-plan/{city-plan,conflicts,invariants}.test.ts',
  'tests/contract/erasure/{closed-browsers,concurrent-changes,confirmation,erasure,erasure-list,kill}.test.ts',
  'tests/contract/exports/lost-connection.test.ts',
  'tests/contract/history/named-records.test.ts',
  'tests/contract/hostile/{brute-force,exhaustion,hostile-requests,hostile-switches,hostile-uploads,intake-abuse,sign-in-races}.test.ts',
  'tests/contract/letters/{bulk,bulk-skips,changes,check-page,demo-letters,empty,fill,fuzz,hostile-text,join-files,margins,pages,qr-code,renderer,replies,rights,settings,tags,years}.test.ts',
  'tests/contract/presence.test.ts',
  'tests/faults/*.test.ts',
  'tests/load/{mixed,overload,storm}.test.ts',
  'tests/external/{lifecycle,nodes,page,source,types}.test.ts',
  'widgets/map/io/formats/archive-bomb.test.ts',
  'widgets/map/model/borders/{oracle,tiling}.property.test.ts',
];

/**
 * The files with the browser tests of `npm test`: pages without long user flows of their own, and the flows
 * that are essential for daily work.
 */
export const shortBrowserTests: readonly string[] = [
  '{*-,}screens.spec.ts',
  'registry-{categories,pages,states,streets}.spec.ts',
  '{accessibility-sign-in,application-life,apply,demo,first-list,lists,map}.spec.ts',
  '{optimistic,search,shell,specification-backend,specification-forms,stats,tasks,early-typing,weight,work}.spec.ts',
];

/**
 * Title prefixes of tests in these files that `npm test` leaves out: long user flows, and further states of a
 * page.
 */
export const longBrowserTests: readonly string[] = [
  'sends every other form of the specification',
  'signs in, sees only the pages of the specification',
  'is the office of another city',
  'keeps the registers',
  'on the page of the server itself',
  'a lost connection, an aborted upload',
  'periods and filters are in the address',
  'numbers follow changes live',
  'charts and metrics that fail to load',
  'preserves a selection made after',
  'shown applications and the workbook are downloaded',
  'an action opens its form, also in a new tab',
  'a palette that reopens',
  'offline search reports',
  'a slow finder delays',
  'a message and a reason return with their text',
  'a key pressed during the handover',
  'hides buttons without permission',
  'an exported file can be imported',
  'a self-intersecting polygon stays',
  'thousands of markers are clustered',
  'a neighbourhood filter is in the address',
  'a filter whose list fails',
  'a list that fails to load can be retried',
  'pagination is in the address, continues',
  'an application of another area is not found',
  'a growing header leaves',
  'an early list that the server rejects',
  'a slow list does not delay',
  'search ignores the kind of apostrophe',
  'by keyboard alone on a hostile page',
  'two forms on one page',
  'a late response about one application',
  'a colour changed by another user',
  'adds a street to a neighbourhood',
  'a neighbourhood filter is a chip',
  'fills the screen on a phone',
  'filters, receives notifications, and speaks',
  ...['superadmin', 'operator2', 'registrar', 'guest'].map((login) => `${login} sees the permitted pages`),
  ...['admin-wrong', 'accept-wrong', 'category-wrong', 'accept-by-its-other-address'].map(screenTitle),
  ...['audit-verified', 'list-expanded', 'bell', 'plugins-plan', 'search-found', 'notifications-none'].map(
    screenTitle,
  ),
];

/** The title of the test of a screen, from the screen's name. */
export function screenTitle(name: string): string {
  return `${name}: accessible, complete and not too wide`;
}
