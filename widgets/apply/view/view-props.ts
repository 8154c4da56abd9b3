import type { Lang } from '../../shared/messages.ts';
import type { Apply } from '../model/apply.ts';
import type { ApplyState } from '../model/state.ts';
import type { ApplyTexts } from './texts.ts';

/** What every part of the form gets. */
export interface ViewProps {
  readonly apply: Apply;
  readonly state: ApplyState;
  readonly texts: ApplyTexts;
  readonly lang: Lang;
}
