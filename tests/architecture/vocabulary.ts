/** A word that the repository gave up, and the field's standard term that replaces it. */
export interface RetiredWord {
  /** Words in lower case, singular; they match wherever they follow each other in a name: `dawdler` in `DawdlersTimeout`. */
  readonly word: string;
  readonly use: string;
  /** Matches names that consist of these words alone, since within others they are good English. */
  readonly alone?: true;
}

/** Retired words: none of them may come back in an identifier, a file name, a heading or a test title. */
export const retiredWords: readonly RetiredWord[] = [
  { word: 'half', use: 'server module, client module', alone: true },
  { word: 'server half', use: 'server module' },
  { word: 'client half', use: 'client module' },
  { word: 'switchboard', use: 'plugin manager' },
  { word: 'outline', use: 'contributions', alone: true },
  { word: 'filling', use: 'seed result' },
  { word: 'claim filling', use: 'acquire seed lock' },
  { word: 'fill database', use: 'seed database' },
  { word: 'joins of', use: 'hooks of' },
  { word: 'ask for', use: 'run query' },
  { word: 'meant', use: 'criteria' },
  { word: 'answer schema', use: 'response schema' },
  { word: 'kept', use: 'cached response', alone: true },
  { word: 'kept schema', use: 'cached response schema' },
  { word: 'dawdler', use: 'slow body timeout' },
  { word: 'unreadable', use: 'client error handler', alone: true },
  { word: 'late api', use: 'dynamic routes' },
  { word: 'raw answer', use: 'raw response' },
  { word: 'site pass', use: 'embed token' },
  { word: 'site passe', use: 'embed tokens' },
  { word: 'hearing', use: 'notifications connected' },
  { word: 'hear', use: 'is recipient, on message' },
  { word: 'hear node', use: 'on node message' },
  { word: 'tell node', use: 'broadcast to nodes' },
  { word: 'silence', use: 'connection watchdog' },
  { word: 'patience', use: 'timeout in milliseconds' },
  { word: 'patiently', use: 'with retries, without timeout' },
  { word: 'at once', use: 'concurrency', alone: true },
  { word: 'stretch', use: 'page range' },
  { word: 'grain', use: 'bucket size' },
  { word: 'unfolded', use: 'uncompacted' },
  { word: 'keep folding', use: 'schedule compaction' },
  { word: 'fold name', use: 'normalize names' },
  { word: 'fold', use: 'normalize for search, compact', alone: true },
  { word: 'wish', use: 'one-time parameter' },
  { word: 'meanwhile', use: 'remote change' },
  { word: 'left open', use: 'open form' },
  { word: 'roomy', use: 'min width' },
  { word: 'use room', use: 'use viewport width' },
  { word: 'fresh store', use: 'highlight store' },
  { word: 'use echo', use: 'use controlled draft' },
  { word: 'is here', use: 'is current route' },
  { word: 'use foot', use: 'use footer height' },
  { word: 'in sight', use: 'is visible' },
  { word: 'search takes focus', use: 'focus search on unmount' },
  { word: 'hot', use: 'interaction', alone: true },
  { word: 'brush', use: 'canvas pen' },
  { word: 'unveil', use: 'pan into view' },
  { word: 'look', use: 'screenshot', alone: true },
  { word: 'dweller', use: 'resident' },
];

/** Finds the retired words of a name, whether it is in camel case, kebab case, snake case or plain words. */
export function retiredIn(
  name: string,
  words: readonly RetiredWord[] = retiredWords,
): readonly RetiredWord[] {
  const spoken = ` ${wordsOf(name).map(singular).join(' ')} `;
  return words.filter(({ word, alone }) => (alone ? spoken === ` ${word} ` : spoken.includes(` ${word} `)));
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
