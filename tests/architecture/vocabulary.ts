/** Retired words with the field's standard terms that replace them; they match wherever they follow each other in a name. */
const retiredAnywhere: Readonly<Record<string, string>> = {
  'adapter between nodes': 'create node adapter',
  'agreed format': 'match format',
  'answer schema': 'response schema',
  'answer unreadable': 'client error handler',
  'applications meant': 'applications criteria',
  'area looks': 'area styles',
  'arrival store': 'pending store',
  'arrivals pill': 'new items button',
  'ask hands': 'ask options',
  'asked by': 'phrasing postings',
  'asker of': 'identify caller',
  'assert room': 'assert capacity',
  'begin second step': 'issue ticket',
  'begin way': 'start flow',
  'between nodes': 'node messages',
  'bring in': 'show new',
  'bring in waiting': 'show pending',
  brush: 'canvas pen',
  'button look': 'button style props',
  'choice head': 'select all cell',
  'claim filling': 'acquire seed lock',
  'client half': 'client module',
  'clipped ring': 'clip ring',
  'coarse ring': 'simplify ring',
  'counting codes': 'with code attempt',
  'covered by': 'occluded areas',
  'create late api': 'create dynamic routes',
  'create pace': 'create rate limiter',
  'create places': 'create load shedder',
  'create queue': 'create task queue',
  'create site passes': 'create embed tokens',
  'create turns': 'create task queue',
  'crossed fill': 'fill self intersecting',
  culprit: 'watched entity',
  'date parts': 'date field',
  dawdler: 'slow body timeout',
  'dead among': 'find ended sessions',
  'drop reason': 'rejection reason',
  'dropped file': 'rejected file',
  dweller: 'resident',
  'edit sketch': 'draw edit interaction',
  'editor hands': 'editor handle',
  'empty words': 'stop words',
  'end dawdlers': 'install slow body timeout',
  'end or cut': 'end or destroy',
  'end second step': 'consume ticket',
  'figures meant': 'application metrics criteria',
  'fill database': 'seed database',
  filling: 'seed result',
  'find answer': 'find stored response',
  'find crossings': 'find self intersections',
  'find parts': 'find buckets',
  'finders for': 'search sources for',
  'finished picture': 'rendered frame',
  'fold admins': 'backfill admin search text',
  'fold changes': 'compact changes',
  'fold counts': 'compact counts',
  'fold digits': 'digits of',
  'fold name': 'normalize names',
  'fold steps': 'compact steps',
  'folded words': 'normalized words',
  'follow looks': 'track focus',
  'follow nodes': 'track nodes',
  'forgetting client': 'pooled client',
  'fresh for': 'lifetime ms',
  'fresh ids': 'highlighted ids',
  'fresh store': 'highlight store',
  'give back attempts': 'release attempts',
  glow: 'highlight',
  grain: 'bucket size',
  hasty: 'pending',
  hear: 'is recipient, on message',
  'hear node': 'on node message',
  hearing: 'notifications connected',
  'hidden from sight': 'visually hidden',
  'hold places': 'lock places',
  'in order of requires': 'sort by requirements',
  'in sight': 'is visible',
  'is dark ground': 'is dark background',
  'is dawdling': 'is too slow',
  'is first icon': 'is eager icon',
  'is here': 'is current route',
  'is no map': 'is unreadable',
  'joins of': 'hooks of',
  'keep answer': 'store response',
  'keep attempt': 'insert attempt',
  'keep conversation': 'serialize conversation',
  'keep folding': 'schedule compaction',
  'keep ready': 'start city refresh',
  'keep ticket': 'insert ticket',
  'kept city': 'cached city',
  'kept locations': 'read locations',
  'kept schema': 'cached response schema',
  'late api': 'dynamic routes',
  'lazy part': 'lazy component',
  'least move': 'shortest move',
  'leave seconds': 'shutdown seconds',
  'left open': 'open form',
  'loaded half': 'loaded plugin',
  'longest line': 'max queued',
  'look alone': 'check single',
  'mark fresh': 'highlight new',
  'matches folded': 'matches words',
  meant: 'criteria',
  meanwhile: 'remote change',
  'most bytes': 'max bytes',
  'most corners': 'max corners',
  'most entries': 'max entries',
  'most hits': 'max hits',
  'most kept': 'max recent',
  'most lines': 'max lines',
  'most per second': 'max per second',
  'most pixels': 'max pixels',
  'most remembered': 'max remembered',
  'most words': 'max words',
  motto: 'tagline',
  'neighborhood figures': 'neighborhood metrics',
  'note problem': 'record problem',
  'on gone': 'on navigate',
  'on hands': 'on handle',
  'on session over': 'on session end',
  'or streamed': 'json or lines',
  'other icon': 'lazy icon',
  'page meant': 'application page criteria',
  'parse moment': 'parse timestamp',
  'part boundary': 'error boundary',
  'part ledger': 'part verifier',
  patience: 'timeout in milliseconds',
  patiently: 'with retries, without timeout',
  'pick sql': 'select ids',
  'pieces of': 'chunks of',
  'place limits': 'load shedder options',
  'plain client': 'connect without limits',
  'plain name': 'sanitize file name',
  'plain of': 'plain text',
  'plugin words': 'plugin texts',
  'print of': 'content key',
  'prompt deck': 'map deck',
  'prove oneself': 'require password and code',
  'raw answer': 'raw response',
  'read aside': 'read in worker',
  'read kept': 'parse conversation',
  'recall all': 'find by references',
  'repeatable of': 'read idempotent request',
  'require hearing': 'require notifications',
  'room for': 'remaining capacity',
  roomy: 'min width',
  'row choice': 'row selection',
  'says convex': 'is convex result',
  'search takes focus': 'focus search on unmount',
  'seen on': 'ensure contrast',
  'select under': 'select at',
  'send kept': 'send cached response',
  'server half': 'server module',
  silence: 'connection watchdog',
  'site header': 'embed token header',
  'site pass': 'embed token',
  'site passes': 'embed tokens',
  'slips between': 'edit distance',
  'span of': 'duration of',
  stretch: 'page range',
  'submit by key': 'submit on ctrl enter',
  'sure enough': 'answer threshold',
  'sweep answers': 'sweep stored responses',
  'sweep counts': 'remove empty counters',
  switchboard: 'plugin manager',
  'take attempt': 'consume attempt',
  'take ticket': 'consume ticket',
  'take try': 'consume ticket try',
  'tell by model': 'generate answer',
  'tell change': 'emit changes',
  'tell every': 'report interval',
  'tell height': 'report height',
  'tell node': 'broadcast to nodes',
  'tell notice': 'send notice',
  'tell of forward': 'notify new receiver',
  'tell of loss': 'report loss',
  'tell of message': 'notify participants',
  'tell of new': 'notify receivers',
  'tell outside': 'show desktop',
  'tell passed deadlines': 'emit passed deadlines',
  'tell session change': 'notify session change',
  'tell stories': 'create histories',
  'times longer': 'times more steps',
  'telling line': 'meaningful line',
  'told at': 'reported at',
  'told by': 'answer postings',
  'told reason': 'reported reason',
  undressed: 'trimmed',
  unfolded: 'uncompacted',
  unveil: 'pan into view',
  'use echo': 'use controlled draft',
  'use elsewhere': 'use other households',
  'use foot': 'use footer height',
  'use live place': 'use drawing slot',
  'use plugin words': 'use plugin texts',
  'use room': 'use viewport width',
  'use staff': 'use can manage staff',
  'walk households': 'stream households',
  'walk parts': 'select rows',
  'walk sql': 'read index',
  'walk vertices': 'cycle vertices',
  'watch for silence': 'watch connections',
  'ways around': 'occlusions around',
  'ways to ask': 'phrasing',
  'wear styles': 'adopt styles',
  wish: 'one-time parameter',
  'with states': 'apply states',
  'without persons': 'mask personal data',
};

/** Retired words that are good English within longer names: they match names that consist of them alone. */
const retiredAlone: Readonly<Record<string, string>> = {
  'ask for': 'run query',
  'is looked at': 'is any window focused',
  'nothing said': 'empty answer',
  admission: 'merge rules',
  asker: 'chat caller',
  assess: 'validate',
  'at once': 'concurrency',
  closeness: 'detail',
  decider: 'plugin change',
  deed: 'audited action',
  ear: 'subscriber',
  fold: 'normalize for search, compact',
  gather: 'build postings',
  half: 'server module, client module',
  halves: 'server modules',
  having: 'postings',
  heat: 'set interaction',
  hot: 'interaction',
  kept: 'cached response',
  learnt: 'language index',
  ledger: 'plugin state store',
  look: 'screenshot',
  loose: 'phonetic key',
  loosen: 'phonetic key',
  meanings: 'candidates',
  momentary: 'transient tables',
  namer: 'new shape factory',
  outline: 'contributions',
  reassess: 'revalidate',
  repeatable: 'idempotent request',
  runtime: 'server services',
  sketch: 'interaction renderer',
  speller: 'spelling corrector',
  tell: 'notify, emit, announce, report',
};

/** Standard terms of geometry and drawing, which are private words elsewhere only. */
const standardInMaps = new Set(['half', 'outline', 'sketch', 'sheet']);

/** A word that the repository gave up, and the field's standard term that replaces it. */
export interface RetiredWord {
  /** Words in lower case: `site pass` matches `createSitePasses`. */
  readonly word: string;
  readonly use: string;
  /** Matches names that consist of these words alone. */
  readonly alone: boolean;
}

/** Retired words: none of them may come back in an identifier, a file name, a heading or a test title. */
export const retiredWords: readonly RetiredWord[] = [
  ...Object.entries(retiredAnywhere).map(([word, use]) => ({ word, use, alone: false })),
  ...Object.entries(retiredAlone).map(([word, use]) => ({ word, use, alone: true })),
];

/** Finds the retired words of a name, whether it is in camel case, kebab case, snake case or plain words. */
export function retiredIn(
  name: string,
  words: readonly RetiredWord[] = retiredWords,
): readonly RetiredWord[] {
  const spoken = singular(name);
  return words.filter(({ word, alone }) =>
    alone ? spoken === singular(word) : spoken.includes(singular(word)),
  );
}

/** Names of the wire, of columns and of what is deprecated, which others rely on. */
const publicNames = new Set([
  'grain',
  'changed_meanwhile',
  'fold_name',
  'KOMAK_LEAVE_SECONDS',
  'foldedWords',
  'matchesFolded',
]);

/** Names of options that a library gave them, by the file that uses it. */
const optionsOfLibraries = new Map([['kernel/server/storage/image-process.ts', 'runtime']]);

/** Whether a name may have a retired word: it is public, or the word is a standard term where it stands. */
export function isAllowed(name: string, word: string, path: string): boolean {
  if (publicNames.has(name) || optionsOfLibraries.get(path) === name) return true;
  return path.startsWith('widgets/map/') && standardInMaps.has(word);
}

/** The words of a name in lower case and in the singular, with a space before and after each: ` slow body timeout `. */
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
