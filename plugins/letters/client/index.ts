import { lazy } from 'react';
import {
  defineClient,
  extend,
  followRecords,
  lazyExtension,
  refetchDocuments,
  throttle,
  updateCachedQueries,
} from '#kernel/plugin-api/client.ts';
import {
  type ApplicationComposerProps,
  applicationAside,
  applicationComposer,
  type ApplicationDetail,
} from '#plugins/applications/contract.ts';
import { letters } from '../manifest.ts';
import {
  batchesDocument,
  batchPreviewDocument,
  caseLettersDocument,
  choicesDocument,
  letterDocument,
  lettersDocument,
  templatesDocument,
} from './queries.ts';

const TemplatePage = lazy(() =>
  import('./pages/template-pages.tsx').then(({ EditPage }) => ({ default: EditPage })),
);

const card = lazyExtension<{ readonly application: ApplicationDetail }>(
  async () => (await import('./case/letters-card.tsx')).LettersCard,
);
const replies = lazyExtension<ApplicationComposerProps>(
  async () => (await import('./case/ready-replies.tsx')).ReadyReplies,
);

/** Letters in the browser: the register, templates, bulk jobs, and what stands beside a case. */
export const lettersClient = defineClient(letters, {
  pages: {
    list: lazy(() =>
      import('./pages/register-page.tsx').then(({ RegisterPage }) => ({ default: RegisterPage })),
    ),
    batches: lazy(() =>
      import('./pages/batches-page.tsx').then(({ BatchesPage }) => ({ default: BatchesPage })),
    ),
    templates: lazy(() =>
      import('./pages/templates-page.tsx').then(({ TemplatesPage }) => ({ default: TemplatesPage })),
    ),
    template_add: lazy(() =>
      import('./pages/template-pages.tsx').then(({ AddPage }) => ({ default: AddPage })),
    ),
    template: TemplatePage,
    write: lazy(() => import('./pages/write-page.tsx').then(({ WritePage }) => ({ default: WritePage }))),
  },
  extensions: [extend(applicationAside, card), extend(applicationComposer, replies)],
  start(context) {
    const followLetters = followRecords('letters', lettersDocument, caseLettersDocument, letterDocument);
    context.on('letter_update', ({ id }) => followLetters({ id, change: 'updated' }));
    context.on(
      'letter_template_change',
      followRecords('letter-templates', templatesDocument, choicesDocument),
    );
    // Each letter of a job may tell of itself: the bar moves with it, the rest is read now and then.
    const readBatches = throttle(() => void refetchDocuments(batchesDocument, batchPreviewDocument), 2000);
    context.on('letter_batch_progress', ({ id, ...progress }) => {
      updateCachedQueries(batchesDocument, ({ batches }) => ({
        batches: batches.map((batch) => (Number(batch.id) === id ? { ...batch, ...progress } : batch)),
      }));
      readBatches();
    });
    context.onReconnect(() => {
      void refetchDocuments(lettersDocument, caseLettersDocument, batchesDocument);
    });
  },
});
