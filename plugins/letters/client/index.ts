import {
  defineClient,
  extend,
  followBatches,
  followRecords,
  lazyExtension,
  lazyPage,
  refetchDocuments,
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
  applicationLettersDocument,
  choicesDocument,
  letterDocument,
  lettersDocument,
  templatesDocument,
} from './data/queries.ts';

const TemplatePage = lazyPage(async () => (await import('./pages/template-pages.tsx')).EditPage);

const card = lazyExtension<{ readonly application: ApplicationDetail }>(
  async () => (await import('./application/letters-card.tsx')).LettersCard,
);
const replies = lazyExtension<ApplicationComposerProps>(
  async () => (await import('./application/quick-replies.tsx')).QuickReplies,
);

/** The client module of letters: the register, templates, bulk jobs, and the card beside an application. */
export const lettersClient = defineClient(letters, {
  pages: {
    list: lazyPage(async () => (await import('./pages/register-page.tsx')).RegisterPage),
    batches: lazyPage(async () => (await import('./pages/batches-page.tsx')).BatchesPage),
    templates: lazyPage(async () => (await import('./pages/templates-page.tsx')).TemplatesPage),
    template_add: lazyPage(async () => (await import('./pages/template-pages.tsx')).AddPage),
    template: TemplatePage,
    write: lazyPage(async () => (await import('./pages/write-page.tsx')).WritePage),
  },
  extensions: [extend(applicationAside, card), extend(applicationComposer, replies)],
  start(context) {
    const followLetters = followRecords(
      'letters',
      lettersDocument,
      applicationLettersDocument,
      letterDocument,
    );
    context.on('letter_update', ({ id }) => followLetters({ id, change: 'updated' }));
    context.on(
      'letter_template_change',
      followRecords('letter-templates', templatesDocument, choicesDocument),
    );
    context.on('letter_batch_progress', followBatches(batchesDocument, batchPreviewDocument));
    context.onReconnect(() => {
      void refetchDocuments(lettersDocument, applicationLettersDocument, batchesDocument);
    });
  },
});
