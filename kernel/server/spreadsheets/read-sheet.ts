import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CodedError, fail } from '#kernel/contract/index.ts';
import type { ReadSheet, SheetCell, SheetLimits } from '../api/read-sheet.ts';
import { findOfficeDocumentFault } from '../storage/inspect-file.ts';
import { createTaskQueue } from '../concurrency/task-queue.ts';
import type { SheetFormat } from './write-sheet.ts';

/** The input of the thread. */
export interface SheetTask extends SheetLimits {
  readonly format: SheetFormat;
  readonly bytes: Uint8Array;
}

/** The output of the thread. */
export type SheetResult = { readonly rows: SheetCell[][] } | { readonly problem: 'broken' | 'too_long' };

const timeoutMs = 20_000;
const maxMegabytes = 512;

/** Creates the reader of a server: two spreadsheets at a time, each in a thread of its own. */
export function createSheetReader(): ReadSheet {
  const queue = createTaskQueue({ concurrency: 2, maxQueued: 8, retryAfter: 10 });
  return async (file, limits) => {
    const format = await formatOf(file);
    const response = await queue.run(() => work({ ...limits, format, bytes: file.bytes }));
    if ('rows' in response) return response.rows;
    throw response.problem === 'too_long'
      ? new CodedError({ status: 413, code: 'sheet_too_long', params: { limit: limits.maxRows - 1 } })
      : broken();
  };
}

async function formatOf({ name, bytes }: { name: string; bytes: Buffer }): Promise<SheetFormat> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === 'xlsm' || extension === 'xlsb') throw macros();
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK';
  if (extension === 'csv' || extension === 'txt' || extension === 'tsv') {
    if (isZip || bytes.length === 0) throw fail('type_refused');
    return 'csv';
  }
  if (extension !== 'xlsx' || !isZip) throw fail('type_refused');
  const fault = await findOfficeDocumentFault(bytes, 'xlsx');
  if (fault === 'macros') throw macros();
  if (fault === 'too_large') throw fail('too_large');
  if (fault !== null) throw broken();
  return 'xlsx';
}

/** A file that needs too much memory ends only its thread. */
async function work(task: SheetTask): Promise<SheetResult> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    env: {},
    execArgv: [],
  });
  const over = new AbortController();
  try {
    const [response] = (await Promise.race([
      once(worker, 'message', { signal: over.signal }),
      once(worker, 'exit', { signal: over.signal }).then(() => [{ problem: 'broken' }]),
      sleep(timeoutMs, [{ problem: 'broken' }], { signal: over.signal }),
    ])) as [SheetResult];
    return response;
  } catch {
    return { problem: 'broken' };
  } finally {
    over.abort();
    await worker.terminate();
  }
}

function broken(): CodedError {
  return new CodedError({ status: 422, code: 'sheet_broken' });
}

function macros(): CodedError {
  return new CodedError({ status: 415, code: 'sheet_macros' });
}
