import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { featuresOf } from './features.ts';
import type { Lexicon } from './lexicon.ts';

/** The file of the trained parameters, which `npm run assistant:train` writes. */
export const classifierFile = new URL('classifier.bin', import.meta.url);

/** The class of questions that no entry answers. */
export const offTopicKey = '';

const headerSchema = z.strictObject({
  /** The SHA-256 of the training texts and word lists. */
  sources: z.string(),
  /** The keys of the entries, and {@link offTopicKey}. */
  keys: z.array(z.string()).min(2),
  features: z.int().positive(),
  dimensions: z.int().positive(),
});

/** The parameters of a trained classifier: the embeddings of the features, and a linear layer over their sum. */
export interface ClassifierModel extends z.infer<typeof headerSchema> {
  /** The hashes of the features, ascending. */
  readonly hashes: Uint32Array;
  /** The embedding of each feature as integers, and what these are multiplied by. */
  readonly embeddings: Int8Array;
  readonly scales: Float32Array;
  /** A row for each key, and its bias. */
  readonly outputs: Float32Array;
  readonly biases: Float32Array;
}

/** Estimates which entry a question means. */
export interface Classifier {
  /** The log probability of each key, {@link offTopicKey} included. */
  classify(question: string, lexicon: Lexicon): ReadonlyMap<string, number>;
}

/** Reads the classifier of this folder; some megabytes, so only once. */
export function readClassifier(): Classifier {
  return createClassifier(decodeModel(readFileSync(classifierFile)));
}

/** Creates a classifier of trained parameters. */
export function createClassifier(model: ClassifierModel): Classifier {
  const { keys, dimensions, hashes, embeddings, scales, outputs, biases } = model;
  const rows = new Map(Array.from(hashes, (hash, row) => [hash, row] as const));
  return {
    classify(question, lexicon) {
      const sums = new Float64Array(dimensions);
      let squares = 0;
      for (const [hash, value] of featuresOf(question, lexicon)) {
        const row = rows.get(hash);
        if (row === undefined) continue;
        squares += value ** 2;
        const factor = value * (scales[row] ?? 0);
        for (let at = 0; at < dimensions; at++) {
          sums[at] = (sums[at] ?? 0) + factor * (embeddings[row * dimensions + at] ?? 0);
        }
      }
      const length = Math.sqrt(squares) || 1;
      const scores = keys.map((_, key) => {
        let score = 0;
        for (let at = 0; at < dimensions; at++) {
          score += (outputs[key * dimensions + at] ?? 0) * (sums[at] ?? 0);
        }
        return score / length + (biases[key] ?? 0);
      });
      const best = Math.max(...scores);
      const whole = best + Math.log(scores.reduce((total, score) => total + Math.exp(score - best), 0));
      return new Map(keys.map((key, at) => [key, (scores[at] ?? 0) - whole]));
    },
  };
}

/** Writes parameters as one file: the header's length, the header as JSON, and the arrays. */
export function encodeModel(model: ClassifierModel): Buffer {
  const { sources, keys, features, dimensions, hashes, embeddings, scales, outputs, biases } = model;
  const header = Buffer.from(JSON.stringify({ sources, keys, features, dimensions }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const bytes = [hashes, scales, outputs, biases, embeddings].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return Buffer.concat([length, header, ...bytes]);
}

/** Reads what {@link encodeModel} wrote. */
export function decodeModel(file: Buffer): ClassifierModel {
  const start = 4 + file.readUInt32LE(0);
  const header = headerSchema.parse(JSON.parse(file.toString('utf8', 4, start)));
  const { keys, features, dimensions } = header;
  let at = start;
  // Copied, since arrays of four bytes must be aligned.
  const take = (length: number) => {
    if (at + length > file.length) throw new Error('the file of the classifier is too short');
    at += length;
    return new Uint8Array(file.subarray(at - length, at)).buffer;
  };
  return {
    ...header,
    hashes: new Uint32Array(take(4 * features)),
    scales: new Float32Array(take(4 * features)),
    outputs: new Float32Array(take(4 * keys.length * dimensions)),
    biases: new Float32Array(take(4 * keys.length)),
    embeddings: new Int8Array(take(features * dimensions)),
  };
}
