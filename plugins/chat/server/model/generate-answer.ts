import type { Logger } from 'pino';
import { createCallerLimit } from '#kernel/plugin-api/server.ts';
import { checkGrounding, isPlainText, type GroundedText } from './check-grounding.ts';
import { promptFor, type ModelQuestion } from './prompt.ts';
import type { Provider } from './provider.ts';
import { streamCompletion } from './stream-completion.ts';

const maxConcurrent = 8;

/** After this many consecutive failures, a model is not called for a while. */
const maxFailures = 3;
const cooldownMs = 30_000;

interface ModelHealth {
  failures: number;
  /** As `performance.now()`, so that setting the system clock back does not extend it. */
  coolsDownUntil: number;
}

/** Rephrases passages with a model; see {@link createAnswerGenerator}. */
export type GenerateAnswer = (
  provider: Provider,
  question: ModelQuestion,
) => AsyncGenerator<string, GroundedText | null, void>;

/**
 * Creates the function that rephrases passages with a model: it yields text that may be shown while it
 * streams, and returns the whole text if it is grounded in the passages. Returns null if it is not, if the
 * model fails, or while it cools down after failures, which are counted per model for the server's lifetime.
 */
export function createAnswerGenerator(log: Logger): GenerateAnswer {
  const healthByModel = new Map<string, ModelHealth>();
  const slots = createCallerLimit(maxConcurrent);

  function healthOf(model: string): ModelHealth {
    const health = healthByModel.get(model) ?? { failures: 0, coolsDownUntil: 0 };
    healthByModel.set(model, health);
    return health;
  }

  return async function* (provider, question) {
    const model = `${provider.address} ${provider.name}`;
    const health = healthOf(model);
    const release = performance.now() < health.coolsDownUntil ? null : slots.tryAcquire(model);
    if (!release) return null;
    try {
      let output = '';
      let shown = 0;
      for await (const text of streamCompletion(provider, promptFor(question))) {
        output += text;
        const end = output.search(/\S*$/);
        if (!isPlainText(output)) break;
        if (end > shown) yield output.slice(shown, end);
        shown = Math.max(shown, end);
      }
      health.failures = 0;
      const grounded = checkGrounding(output, question.passages);
      if (!grounded) log.warn('the text of the model is not based on the passages and was discarded');
      return grounded;
    } catch (error) {
      health.failures++;
      if (health.failures >= maxFailures) health.coolsDownUntil = performance.now() + cooldownMs;
      log.warn(
        { reason: (error as Error).message },
        'the model failed; using the text of the knowledge base',
      );
      return null;
    } finally {
      release();
    }
  };
}
