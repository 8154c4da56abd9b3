import { useText } from '#kernel/client/index.ts';

/** The texts of this plugin. */
export function useTexts() {
  return useText('applications');
}
