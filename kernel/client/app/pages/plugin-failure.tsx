import { useState } from 'react';
import { requireConnection } from '../../data/require-connection.ts';
import { toastError } from '../../data/request-error.ts';
import { isChunkError } from '../../plugins/plugin-boundary.tsx';
import { useText } from '../../i18n/i18n.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';

/** A page that failed: what happened, and how to try again. The rest of the application goes on. */
export function PluginFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useText();
  const [reloading, setReloading] = useState(false);
  const kind = isChunkError(error) ? 'chunk' : 'crash';

  /** Only a new page asks again for code that did not come, and it is one only where there is a line. Drafts survive that. */
  async function reload(): Promise<void> {
    setReloading(true);
    try {
      await requireConnection();
      location.reload();
    } catch (failure) {
      toastError(failure);
      setReloading(false);
    }
  }

  return (
    <ErrorState
      isPage
      title={t(`pages.${kind}.title`)}
      text={t(`pages.${kind}.text`)}
      onRetry={kind === 'chunk' ? () => void reload() : onRetry}
      retrying={reloading}
    />
  );
}
