import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { send, type DraftHandle } from '#kernel/client/index.ts';
import { formDataOf, type AcceptValues } from '../../model/accept-form.ts';

/** What is on its way, by the key of its draft: it goes on when the page is left, and who comes back finds it so. */
const way = proxy<{ key: string | null; progress: number }>({ key: null, progress: 0 });

let controller: AbortController | null = null;

/** Sends an application, once at a time. `progress` goes from 0 to 1, and is null while nothing is sent. */
export function useSending({ idempotencyKey, files }: DraftHandle<AcceptValues>) {
  const { key, progress } = useSnapshot(way);
  return {
    progress: key === idempotencyKey ? progress : null,
    isSending: () => way.key === idempotencyKey,
    cancel: () => controller?.abort(),
    async send(fields: object): Promise<void> {
      controller = new AbortController();
      way.key = idempotencyKey;
      way.progress = 0;
      try {
        await send('POST', 'applications', formDataOf(fields, files), {
          idempotencyKey,
          onProgress(share) {
            if (way.key === idempotencyKey) way.progress = share;
          },
          signal: controller.signal,
        });
      } finally {
        if (way.key === idempotencyKey) way.key = null;
      }
    },
  };
}
