import { sha256 } from '@noble/hashes/sha2.js';

/** A proof of work as requested by the server. */
export interface ProofOfWork {
  readonly challenge: string;
  readonly parts: number;
  readonly bits: number;
}

/** How long the page may be blocked at a time, in milliseconds. */
const sliceMs = 12;

/**
 * Finds, for each part, a text such that the SHA-256 of `<challenge>.<part>.<text>` starts with the requested
 * number of zero bits. It works in slices, so that the form stays responsive.
 */
export async function solveProof(
  { challenge, parts, bits }: ProofOfWork,
  pause = nextTask,
): Promise<string[]> {
  const encoder = new TextEncoder();
  const solutions: string[] = [];
  let until = performance.now() + sliceMs;
  for (let part = 0; part < parts; part++) {
    for (let nonce = 0; ; nonce++) {
      if (startsWithZeros(sha256(encoder.encode(`${challenge}.${part}.${nonce}`)), bits)) {
        solutions.push(String(nonce));
        break;
      }
      if (nonce % 64 !== 0 || performance.now() < until) continue;
      await pause();
      until = performance.now() + sliceMs;
    }
  }
  return solutions;
}

function startsWithZeros(hash: Uint8Array, bits: number): boolean {
  return Math.clz32(new DataView(hash.buffer, hash.byteOffset).getUint32(0)) >= bits;
}

/** A message is delivered sooner than a timer, which browsers delay by at least four milliseconds. */
function nextTask(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(null);
  });
}
