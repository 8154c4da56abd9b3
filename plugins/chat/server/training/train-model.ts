import { createLexicon } from '../search/lexicon.ts';
import type { ClassifierModel } from '../search/classifier.ts';
import { featuresOf } from '../search/features.ts';
import type { Lesson } from './read-lessons.ts';

/** Chosen by leaving out one author's questions at a time (decision 0010). */
const settings = {
  /** The number of networks whose scores are averaged, and the dimensions of the embeddings of each. */
  networks: 2,
  dimensions: 64,
  epochs: 10,
  learningRate: 0.1,
  biasRate: 0.1,
  /** The share of features that is left out at random in each step. */
  dropout: 0.5,
  /** The minimum number of texts with a feature. */
  minTexts: 3,
  seed: 20_261_130,
} as const;

/** A training text as indices of features. */
interface Example {
  readonly rows: Int32Array;
  readonly values: Float32Array;
  readonly key: number;
  readonly weight: number;
}

interface Parameters {
  readonly embeddings: Float32Array;
  readonly outputs: Float32Array;
  readonly biases: Float32Array;
}

/**
 * Trains embeddings of features, whose weighted sum a linear layer assigns to an entry, by stochastic gradient
 * descent; several times, since the average of the scores varies less. Equal texts give equal parameters.
 */
export function trainModel(lessons: readonly Lesson[], sources: string): ClassifierModel {
  const lexicons = { uz: createLexicon('uz'), ru: createLexicon('ru') };
  const keys = [...new Set(lessons.map(({ key }) => key))].toSorted();
  const featured = lessons.map((lesson) => ({
    ...lesson,
    features: featuresOf(lesson.text, lexicons[lesson.language]),
  }));
  const hashes = frequentHashes(featured.map(({ features }) => features));
  const rowOf = new Map(Array.from(hashes, (hash, row) => [hash, row] as const));
  const examples = featured.map(({ key, weight, features }): Example => {
    const known = [...features].filter(([hash]) => rowOf.has(hash));
    const length = Math.sqrt(known.reduce((total, [, value]) => total + value ** 2, 0)) || 1;
    return {
      rows: Int32Array.from(known, ([hash]) => rowOf.get(hash) ?? 0),
      values: Float32Array.from(known, ([, value]) => value / length),
      key: keys.indexOf(key),
      weight,
    };
  });
  const networks = Array.from({ length: settings.networks }, (_, at) =>
    trainNetwork(examples, { features: hashes.length, keys: keys.length }, createRandom(settings.seed + at)),
  );
  const dimensions = settings.networks * settings.dimensions;
  const share = 1 / settings.networks;
  return {
    sources,
    keys,
    features: hashes.length,
    dimensions,
    hashes,
    ...quantize(joinRows(networks.map(({ embeddings }) => embeddings)), dimensions),
    outputs: joinRows(networks.map(({ outputs }) => outputs)).map((weight) => weight * share),
    biases: networks
      .map(({ biases }) => biases)
      .reduce((sums, biases) => sums.map((sum, key) => sum + biases[key]!))
      .map((sum) => sum * share),
  };
}

function trainNetwork(
  examples: readonly Example[],
  size: { readonly features: number; readonly keys: number },
  random: () => number,
): Parameters {
  const parameters = randomParameters(size.features, size.keys, random);
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    const order = shuffle(examples, random);
    order.forEach((example, at) => {
      const done = (epoch + at / order.length) / settings.epochs;
      learn(parameters, example, settings.learningRate * (1 - done), random);
    });
  }
  return parameters;
}

/** Joins the rows of several matrices of `settings.dimensions` columns: one network that adds their scores. */
function joinRows(matrices: readonly Float32Array[]): Float32Array {
  const { dimensions } = settings;
  const columns = matrices.length * dimensions;
  const joined = new Float32Array(matrices.reduce((total, { length }) => total + length, 0));
  matrices.forEach((matrix, at) => {
    for (let row = 0; row * dimensions < matrix.length; row++) {
      joined.set(matrix.subarray(row * dimensions, (row + 1) * dimensions), row * columns + at * dimensions);
    }
  });
  return joined;
}

/** The hashes of the features that enough texts have, ascending. */
export function frequentHashes(texts: readonly ReadonlyMap<number, number>[]): Uint32Array {
  const counts = new Map<number, number>();
  for (const features of texts) {
    for (const hash of features.keys()) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => count >= settings.minTexts).map(([hash]) => hash);
  return Uint32Array.from(frequent).toSorted();
}

function randomParameters(features: number, keys: number, random: () => number): Parameters {
  const { dimensions } = settings;
  // Uniform, with the variance 1 / dimensions.
  const range = Math.sqrt(3 / dimensions);
  const around = () => (2 * random() - 1) * range;
  return {
    embeddings: new Float32Array(features * dimensions).map(around),
    outputs: new Float32Array(keys * dimensions).map(() => around() / 2),
    biases: new Float32Array(keys),
  };
}

/** One step of gradient descent on the cross entropy of an example. */
function learn(
  { embeddings, outputs, biases }: Parameters,
  { rows, values, key, weight }: Example,
  rate: number,
  random: () => number,
): void {
  const { dimensions, dropout } = settings;
  const active: number[] = [];
  rows.forEach((_, at) => {
    if (random() >= dropout) active.push(at);
  });
  const hidden = new Float64Array(dimensions);
  for (const at of active) {
    const start = (rows[at] ?? 0) * dimensions;
    const value = (values[at] ?? 0) / (1 - dropout);
    for (let d = 0; d < dimensions; d++) hidden[d]! += value * embeddings[start + d]!;
  }
  const errors = softmax(scoresOf(hidden, outputs, biases));
  errors[key]! -= 1;
  const gradient = new Float64Array(dimensions);
  errors.forEach((unweighted, own) => {
    const error = unweighted * weight;
    if (Math.abs(error) < 1e-5) return;
    biases[own]! -= rate * settings.biasRate * error;
    const start = own * dimensions;
    for (let d = 0; d < dimensions; d++) {
      const output = outputs[start + d]!;
      gradient[d]! += error * output;
      outputs[start + d] = output - rate * error * hidden[d]!;
    }
  });
  for (const at of active) {
    const start = (rows[at] ?? 0) * dimensions;
    const step = (rate * (values[at] ?? 0)) / (1 - dropout);
    for (let d = 0; d < dimensions; d++) embeddings[start + d]! -= step * gradient[d]!;
  }
}

function scoresOf(hidden: Float64Array, outputs: Float32Array, biases: Float32Array): Float64Array {
  const { dimensions } = settings;
  return Float64Array.from(biases, (bias, key) => {
    let score = bias;
    for (let d = 0; d < dimensions; d++) score += outputs[key * dimensions + d]! * hidden[d]!;
    return score;
  });
}

function softmax(scores: Float64Array): Float64Array {
  const best = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  const odds = scores.map((score) => Math.exp(score - best));
  const all = odds.reduce((total, one) => total + one, 0);
  return odds.map((one) => one / all);
}

/** Rounds each feature's embedding to integers of eight bits, relative to its greatest number. */
function quantize(
  embeddings: Float32Array,
  dimensions: number,
): Pick<ClassifierModel, 'embeddings' | 'scales'> {
  const rounded = new Int8Array(embeddings.length);
  const scales = new Float32Array(embeddings.length / dimensions);
  for (let row = 0; row < scales.length; row++) {
    const own = embeddings.subarray(row * dimensions, (row + 1) * dimensions);
    const scale = own.reduce((greatest, number) => Math.max(greatest, Math.abs(number)), 1e-9) / 127;
    scales[row] = scale;
    rounded.set(
      own.map((number) => Math.round(number / scale)),
      row * dimensions,
    );
  }
  return { embeddings: rounded, scales };
}

/** A shuffled copy (Fisher-Yates). */
function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
  }
  return shuffled;
}

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
