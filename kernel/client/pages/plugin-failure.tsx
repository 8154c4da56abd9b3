import { isChunkError } from '../registry/plugin-boundary.tsx';
import { useText } from '../text/i18n.ts';
import { ErrorState } from '../ui/error-state.tsx';

/** A page that failed: what happened, and how to try again. The rest of the application goes on. */
export function PluginFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useText();
  const kind = isChunkError(error) ? 'chunk' : 'crash';
  return <ErrorState title={t(`pages.${kind}.title`)} text={t(`pages.${kind}.text`)} onRetry={onRetry} />;
}
