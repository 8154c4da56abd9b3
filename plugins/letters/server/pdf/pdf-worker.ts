import { createPdfRenderer } from './render.ts';

/** Draws one letter; called in the threads of {@link createRenderer}. */
export const draw = createPdfRenderer();
