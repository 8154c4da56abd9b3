import type { Logger } from 'pino';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { EntryBlock, Turn } from '../../contract.ts';
import { complete } from './complete.ts';
import { ground, isPlain, type Grounded } from './ground.ts';
import { promptOf } from './prompt.ts';
import type { Provider } from './provider.ts';

/** What a model is asked. */
export interface ModelQuestion {
  readonly question: string;
  readonly history: readonly Turn[];
  readonly passages: readonly EntryBlock[];
  readonly language: Language;
}

/** How many ask a model at once, and how long it is left alone after it failed so often in a row. */
const patience = { atOnce: 8, failures: 3, rest: 30_000 } as const;

interface Health {
  asking: number;
  failures: number;
  restsUntil: number;
}

const healths = new Map<string, Health>();

/**
 * Lets a model put passages into words: gives pieces of text that may be shown while they come, and returns the whole when it
 * rests on the passages. Null when it does not, or when the model fails; a model that keeps failing is not asked for a while.
 */
export async function* tellByModel(
  provider: Provider,
  asked: ModelQuestion,
  log: Logger,
): AsyncGenerator<string, Grounded | null, void> {
  const health = healthOf(provider);
  if (health.asking >= patience.atOnce || Date.now() < health.restsUntil) return null;
  health.asking++;
  try {
    let said = '';
    let shown = 0;
    for await (const words of complete(provider, promptOf(asked))) {
      said += words;
      const end = said.search(/\S*$/);
      if (!isPlain(said)) break;
      if (end > shown) yield said.slice(shown, end);
      shown = Math.max(shown, end);
    }
    health.failures = 0;
    const grounded = ground(said, asked.passages);
    if (!grounded) log.warn('the words of the model do not rest on what it was given; they were left out');
    return grounded;
  } catch (error) {
    health.failures++;
    if (health.failures >= patience.failures) health.restsUntil = Date.now() + patience.rest;
    log.warn({ reason: (error as Error).message }, 'the model failed; the knowledge base answers by itself');
    return null;
  } finally {
    health.asking--;
  }
}

function healthOf({ address, name }: Provider): Health {
  const key = `${address} ${name}`;
  const health = healths.get(key) ?? { asking: 0, failures: 0, restsUntil: 0 };
  healths.set(key, health);
  return health;
}
