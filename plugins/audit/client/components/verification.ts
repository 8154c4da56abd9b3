import { useEffect, useRef, useState } from 'react';
import {
  apiAddress,
  isAborted,
  networkError,
  newIdempotencyKey,
  request,
  toastError,
} from '#kernel/plugin-api/client.ts';
import { readLines } from '#kernel/domain/values/read-lines.ts';
import type { Verification, VerificationLine } from '../../contract.ts';

/** The progress of a verification; `outcome` once it has ended. */
export interface VerificationState {
  readonly running: boolean;
  readonly checked: number;
  readonly total: number;
  readonly outcome: Verification | null;
}

const idle: VerificationState = { running: false, checked: 0, total: 0, outcome: null };

/** Verifies the log on request, with progress; leaving the page aborts it. */
export function useVerification() {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(): Promise<void> {
    if (running.current) return;
    const mine = new AbortController();
    running.current = mine;
    setState({ ...idle, running: true });
    try {
      await verify(mine.signal, (line) =>
        setState((now) => ('outcome' in line ? { ...now, outcome: line.outcome } : { ...now, ...line })),
      );
    } catch (error) {
      if (!mine.signal.aborted && !isAborted(error)) toastError(error);
    } finally {
      running.current = null;
      setState((now) => ({ ...now, running: false }));
    }
  }

  return { state, start: () => void start(), stop: () => running.current?.abort() };
}

/** Reports each line; rejects if the connection is lost before the outcome, even if the response seems to have ended. */
async function verify(signal: AbortSignal, onLine: (line: VerificationLine) => void): Promise<void> {
  const response = await request(apiAddress('audit/verifications'), {
    method: 'POST',
    headers: { Accept: 'application/x-ndjson', 'Idempotency-Key': newIdempotencyKey() },
    signal,
  });
  if (!response.body) throw networkError();
  let isOver = false;
  try {
    for await (const text of readLines(response.body.pipeThrough(new TextDecoderStream()).getReader())) {
      const line = JSON.parse(text) as VerificationLine;
      isOver ||= 'outcome' in line;
      onLine(line);
    }
  } catch (error) {
    // A line that is cut off cannot be parsed.
    throw isAborted(error) ? error : networkError();
  }
  if (!isOver) throw networkError();
}
