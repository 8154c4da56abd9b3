import { refetchDocuments, throttle } from '#kernel/plugin-api/client.ts';
import { workDocument } from './queries.ts';
import { handoverDocument, loadDocument } from './staff-queries.ts';

/** Reads the work, the load and the handover plan again where they are shown, at most once a second. */
export const refreshSoon = throttle(
  () => void refetchDocuments(workDocument, loadDocument, handoverDocument),
  1000,
);
