import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Multipart } from '@fastify/multipart';
import { fail } from '#kernel/contract/index.ts';
import type { ApiRoute, UploadedFile } from '../../api/index.ts';
import { sanitizeFileName } from '../../storage/receive-file.ts';
import type { Files, ReceivedFile } from '../../services/ports.ts';

/** A received form: its fields, and its stored files, which have no owner yet. */
export interface ReceivedForm {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly ReceivedFile[];
  /** The files themselves, if the route does not store them. */
  readonly uploads: readonly UploadedFile[];
}

/** Maximum bytes for fields and boundaries besides the files. */
const overheadBytes = 1024 * 1024;

/** Reads a multipart form and stores its files; on any failure it removes them. */
export async function receiveForm(
  request: FastifyRequest,
  limits: NonNullable<ApiRoute['upload']>,
  { store, caller }: { readonly store: Files; readonly caller: string },
): Promise<ReceivedForm> {
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes + overheadBytes)
    throw fail('too_large');
  const fields = Object.create(null) as Record<string, unknown>;
  const files: ReceivedFile[] = [];
  const uploads: UploadedFile[] = [];
  let left = limits.maxBytes;
  const parts = request.parts({
    limits: {
      files: limits.maxFiles,
      fileSize: limits.maxBytes + 1,
      fields: 60,
      fieldSize: 128 * 1024,
      parts: 70,
    },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        addField(fields, part);
        continue;
      }
      if (part.fieldname !== 'files') {
        throw fail('invalid', { fields: { [part.fieldname]: { key: 'kernel:validation.unknown' } } });
      }
      if (limits.keep === false) {
        const upload = await readIntoMemory(part, left);
        uploads.push(upload);
        left -= upload.bytes.length;
        continue;
      }
      const file = await store.receive({
        stream: part.file,
        name: part.filename,
        mimetype: part.mimetype,
        maxBytes: left,
        caller,
      });
      files.push(file);
      // The size as sent by the client: a re-encoded image has another one.
      left -= part.file.bytesRead;
    }
    return { fields: { ...fields }, files, uploads };
  } catch (error) {
    // A client that sends everything before it reads would wait forever, so the rest of the form is read and discarded.
    request.raw.unpipe();
    request.raw.resume();
    await store.discard(files);
    throw isBrokenForm(error) ? fail('malformed') : error;
  }
}

async function readIntoMemory(
  { file, filename, mimetype }: Extract<Multipart, { type: 'file' }>,
  maxBytes: number,
): Promise<UploadedFile> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Excess bytes are read and discarded: a client that is still sending does not read the response.
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes || file.truncated) {
    throw fail('too_large', { params: { limit: Math.floor(maxBytes / 1024 / 1024) } });
  }
  const bytes = Buffer.concat(chunks);
  return {
    name: sanitizeFileName(filename),
    mimetype,
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** The form parser's errors can only be recognized by their messages. */
function isBrokenForm(error: unknown): boolean {
  return /^Multipart: |multipart data$|needle cannot|^Unsupported Content-Type/.test(
    (error as Error).message,
  );
}

function addField(fields: Record<string, unknown>, part: Extract<Multipart, { type: 'field' }>): void {
  if (part.fieldnameTruncated || part.valueTruncated) throw fail('too_large');
  const former = fields[part.fieldname];
  if (former === undefined) fields[part.fieldname] = part.value;
  else fields[part.fieldname] = Array.isArray(former) ? [...former, part.value] : [former, part.value];
}
