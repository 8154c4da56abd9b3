import type { TypedDocumentNode } from '@apollo/client';
import { CircleStop } from 'lucide-react';
import { useMutate } from '#kernel/client/data/use-mutate.ts';
import { Button } from '#kernel/client/ui/buttons/button.tsx';
import { refetchDocuments } from '../data/live.ts';

interface StopBatchButtonProps {
  /** The path of the job's calls, such as `letter-batches/7`. */
  readonly path: string;
  readonly label: string;
  /** The query of the list of jobs, which is reloaded. */
  readonly document: TypedDocumentNode<unknown, never>;
  readonly onStopped?: () => void;
}

/** Stops a bulk job on the server; finished items are not undone. */
export function StopBatchButton({ path, label, document, onStopped }: StopBatchButtonProps) {
  const { run, sending } = useMutate();
  async function stop(): Promise<void> {
    if (await run('POST', `${path}/stop`)) onStopped?.();
    void refetchDocuments(document);
  }
  return (
    <Button size="small" icon={<CircleStop />} loading={sending} onClick={() => void stop()}>
      {label}
    </Button>
  );
}
