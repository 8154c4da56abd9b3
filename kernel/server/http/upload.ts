import type { FastifyRequest } from 'fastify';
import type { Multipart } from '@fastify/multipart';
import { fail } from '#kernel/contract/index.ts';
import type { ApiRoute } from '../plugin.ts';
import type { Files, ReceivedFile } from '../ports.ts';

/** What a form carried: its fields, and its files, stored and without an owner yet. */
export interface ReceivedForm {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly ReceivedFile[];
}

/** Fields and boundaries around the files. */
const allowance = 1024 * 1024;

/** Reads a multipart form, files straight to their store; on any failure nothing of them is left. */
export async function receiveForm(
  request: FastifyRequest,
  limits: NonNullable<ApiRoute['upload']>,
  store: Files,
): Promise<ReceivedForm> {
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes + allowance) throw fail('too_large');
  const fields = Object.create(null) as Record<string, unknown>;
  const files: ReceivedFile[] = [];
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
        part.file.resume();
        throw fail('invalid', { fields: { [part.fieldname]: { key: 'kernel:validation.unknown' } } });
      }
      const file = await store.receive({
        stream: part.file,
        name: part.filename,
        mimetype: part.mimetype,
        maxBytes: left,
      });
      files.push(file);
      left -= file.size;
    }
    return { fields: { ...fields }, files };
  } catch (error) {
    await store.discard(files);
    throw isBrokenForm(error) ? fail('malformed') : error;
  }
}

/** The parser of forms tells what is wrong with them in words only. */
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
