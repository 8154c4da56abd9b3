import { toast } from './toast-store.ts';

/**
 * Copies a text, and shows whether that succeeded.
 *
 * @example <Button onClick={() => void copyText(password, { copied: t('copied'), notCopied: t('notCopied') })} />
 */
export async function copyText(
  text: string,
  { copied, notCopied }: { readonly copied: string; readonly notCopied: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    // Outside secure contexts there is no clipboard; the user can select the text and copy it.
    toast.error(notCopied);
  }
}
