import { apiAddress, callWatch, commonHeaders, reportUnauthorized } from './request.ts';
import { toResponseError, isAborted, networkError } from './request-error.ts';

/** The progress of a download. */
export interface DownloadProgress {
  readonly bytes: number;
  /** The number of received line breaks, which is the progress of a text file. */
  readonly lines: number;
  /** The number of records announced by the server; null if unknown. */
  readonly total: number | null;
}

export interface DownloadOptions {
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Downloads a file and saves it under the server's name; rejects with a `RequestError`. */
export async function download(path: string, { onProgress, signal }: DownloadOptions = {}): Promise<void> {
  const call = callWatch.begin?.();
  const headers: Record<string, string> = { ...commonHeaders(), ...call?.headers };
  try {
    const result = fetch(apiAddress(path), { headers, ...(signal ? { signal } : {}) });
    call?.follow(result);
    const response = await result;
    if (!response.ok) {
      reportUnauthorized(response.status, headers['Authorization']);
      const body: unknown = await response.json().catch(() => null);
      throw toResponseError(response.status, body, response.headers.get('Retry-After'));
    }
    const chunks = await readChunks(response, onProgress);
    const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
    save(new Blob(chunks, { type }), nameOf(response.headers.get('Content-Disposition')) ?? 'download');
  } catch (error) {
    // For a connection lost in the middle of a file, browsers throw a plain `TypeError`.
    throw error instanceof TypeError && !isAborted(error) ? networkError() : error;
  }
}

async function readChunks(
  response: Response,
  onProgress: DownloadOptions['onProgress'],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const count = Number(response.headers.get('X-Total-Count') ?? Number.NaN);
  const total = Number.isFinite(count) ? count : null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let lines = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return chunks;
    chunks.push(value);
    bytes += value.length;
    for (const byte of value) if (byte === 10) lines++;
    onProgress?.({ bytes, lines, total });
  }
}

/** The file name in a `Content-Disposition` header, preferably the Unicode one (`filename*`). */
export function nameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
  try {
    return encoded === undefined ? (plain ?? null) : decodeURIComponent(encoded);
  } catch {
    return plain ?? null;
  }
}

/** Saves a file that the page has created. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Browsers have usually read it by now; slow ones get some more time.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
