import type { Lang } from '../../shared/messages.ts';
import type { Apply } from '../model/apply.ts';
import type { ApplyState } from '../model/state.ts';
import type { ApplyTexts } from './texts.ts';

/** The props of every part of the form. */
export interface ViewProps {
  readonly apply: Apply;
  readonly state: ApplyState;
  readonly texts: ApplyTexts;
  readonly lang: Lang;
}
