import lists from './retired-words.json' with { type: 'json' };

/** Standard terms of geometry and drawing, retired only elsewhere. */
const standardInMaps = new Set(['half', 'outline', 'sketch', 'sheet']);

/** A retired word, and the standard term that replaces it. */
export interface RetiredWord {
  /** Words in lower case: `site pass` matches `createSitePasses`. */
  readonly word: string;
  readonly use: string;
  /** Whether it matches only names that consist of these words alone. */
  readonly alone: boolean;
  /** The only names that it matches: text keys, or names in SQL. */
  readonly only?: 'keys' | 'sql';
}

/** Retired words: none of them may come back in an identifier, a file name, a heading, a test title, a text key or SQL. */
export const retiredWords: readonly RetiredWord[] = [
  // These match wherever they follow each other in a name.
  ...Object.entries(lists.anywhere).map(([word, use]) => ({ word, use, alone: false })),
  // Good English within longer names: these match only names that consist of them alone.
  ...Object.entries(lists.alone).map(([word, use]) => ({ word, use, alone: true })),
  // These match a segment of a text key, between dots, that consists of them alone.
  ...Object.entries(lists.keys).map(([word, use]) => ({ word, use, alone: true, only: 'keys' as const })),
  // These match wherever they follow each other in a name in SQL.
  ...Object.entries(lists.sql).map(([word, use]) => ({ word, use, alone: false, only: 'sql' as const })),
];

/** Finds the retired words in a name in camel case, kebab case, snake case or plain words. */
export function retiredIn(
  name: string,
  words: readonly RetiredWord[] = retiredWords,
): readonly RetiredWord[] {
  return words.filter((word) => word.only === undefined && matches(name, word));
}

/** Finds the retired words in a key such as `plan.fills`, in each of its segments. */
export function retiredInKey(
  key: string,
  words: readonly RetiredWord[] = retiredWords,
): readonly RetiredWord[] {
  const parts = key.split('.');
  return words.filter((word) => word.only !== 'sql' && parts.some((part) => matches(part, word)));
}

/** Keywords of SQL. */
const keywords = new Set(['having', 'repeatable']);

/** Finds the retired words in a name in SQL. */
export function retiredInSql(
  name: string,
  words: readonly RetiredWord[] = retiredWords,
): readonly RetiredWord[] {
  if (keywords.has(name.toLowerCase())) return [];
  return words.filter((word) => word.only !== 'keys' && matches(name, word));
}

function matches(name: string, { word, alone }: RetiredWord): boolean {
  const spoken = singular(name);
  return alone ? spoken === singular(word) : spoken.includes(singular(word));
}

/** Names that others hold, or that are stored (kernel/decisions/figures/0019-held-names.md). */
const publicNames = new Set([
  'grain',
  'fold_',
  'fold_name',
  'KOMAK_LEAVE_SECONDS',
  'retention_hold_place',
  // Fields of responses, and parameters of functions that nodes of two versions call.
  'askedAt',
  'asked_admin',
  'asked_role',
  'tell_erased',
  // Renaming a trigger would lock its table.
  'erasures_tell',
  // A block of stored letters.
  'case_list',
  // Actions of the audit log, and the keys of their texts.
  'applications.term.change',
  'intake.case.ask',
  'intake.case.confirm',
  'retention.hold.place',
  'applications_term_change',
  'intake_case_ask',
  'intake_case_confirm',
  // Reasons stored with bulk jobs.
  'receiver_unfit',
  // The record of applied migrations, drafts in browsers, and a folder of data.
  'kernel.switchboard',
  'applications.term.',
  'outside-plugins',
]);

/** Columns, tables and views that hold data, of which a release renames none; indexes and functions are named after them. */
const storedNames = [
  'asked_at',
  'told_at',
  'application_terms',
  'application_homes',
  'household_home_changes',
  'user_former_papers',
  'users_v1_former_papers',
  'refusals',
];

/**
 * Names defined elsewhere, by the files that use them: an option of a library, fields of stored backups, messages, settings
 * and states, and the turns of a conversation.
 */
const namesOfFiles: readonly (readonly [files: RegExp, names: readonly string[]])[] = [
  [/^kernel\/server\/storage\/image-process\.ts$/, ['runtime']],
  [/^kernel\/server\/realtime\/socket-sessions\.ts$/, ['rooms']],
  [/^kernel\/(server\/backup|app\/server\/cli)\//, ['troubles', 'trouble']],
  [/^widgets\/chat\/protocol\//, ['said']],
  [/^(plugins|widgets)\/chat\//, ['Turn', 'turns']],
  [/^(kernel|tests)\/.*search/, ['asked']],
  [/^plugins\/admins\/(manifest|server\/factor-reset-routes)\.ts$/, ['asked']],
  [
    /^(plugins\/audit\/|tests\/contract\/audit\/|locales\/.*\/audit\.json)/,
    ['refusals', 'config.watch.refusals.label'],
  ],
  [
    /^(kernel\/(server\/artefacts|app\/server\/cli|server\/plugins)|plugins\/plugins|tests\/external)\//,
    ['refusals', 'refused'],
  ],
  [/^(plugins\/one_id\/|tests\/external\/)/, ['refused']],
  [/^locales\/.*\/retention\.json$/, ['state.asked', 'state.refused']],
  [
    /^locales\//,
    [
      'errors.refused',
      'panel.refused',
      'outcomes.refused',
      'login.oneIdProblems.refused',
      'identity.outcomes.refused',
      'panel.identity.problems.refused',
    ],
  ],
  // Parameters of a reason that is stored with an archive.
  [
    /^(kernel\/server\/artefacts\/|kernel\/server\/http\/docs\/openapi\.test\.ts$|tests\/e2e\/external-page)/,
    ['wanted'],
  ],
];

/** Whether a name may contain a retired word: it is public, or the word is a standard term in that file. */
export function isAllowed(name: string, word: string, path: string): boolean {
  const names = [name, name.slice(name.lastIndexOf('.') + 1)];
  if (names.some((one) => publicNames.has(one))) return true;
  if (namesOfFiles.some(([files, held]) => files.test(path) && held.includes(name))) return true;
  if (storedNames.some((one) => `_${name}_`.includes(`_${one}_`))) return true;
  return path.startsWith('widgets/map/') && standardInMaps.has(word);
}

/** The words of a name in lower case and singular, surrounded by spaces: ` slow body timeout `. */
const singular = memoize((name: string): string => {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase().replace(/(pass)es$|(?<=..[^s])s$/, '$1'));
  return ` ${words.join(' ')} `;
});

function memoize<Result>(compute: (key: string) => Result): (key: string) => Result {
  const results = new Map<string, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
