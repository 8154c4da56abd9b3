import { hooksOf, maskPersonal } from '#kernel/plugin-api/server.ts';
import { addMessageQuery, applicationDetailSchema, applicationQuery } from '../contract.ts';
import { applications } from '../manifest.ts';
import { broadcast } from './core/notify.ts';
import { presentDetail, presentFileWithoutUrl } from './core/presenter.ts';
import { readDetail } from './store/detail.ts';
import { attachFiles, lockApplication, writeMessage } from './store/write.ts';

const onHook = hooksOf(applications);

const provideOne = onHook(applicationQuery, async ({ input, respond }, { database }) => {
  const found = await readDetail(database, input.id, input.area);
  // Masked, since the caller shows it in places where numbers are masked.
  respond(found && maskPersonal(applicationDetailSchema, presentDetail(found, presentFileWithoutUrl)));
});

const addMessage = onHook(addMessageQuery, async ({ input, respond }, effects) => {
  const { database, audit } = effects;
  const { applicationId: id, area, message, senderId, fileIds } = input;
  const locked = await lockApplication(database, id, area);
  if (!locked) {
    respond(null);
    return;
  }
  const written = await writeMessage(database, { id, message, senderId });
  const files = await attachFiles(database, id, written.action.id, fileIds);
  await audit({
    action: 'applications.message.send',
    subjectType: 'application',
    subjectId: id,
    details: { files: files.length },
  });
  await broadcast(effects, 'application_change', written);
  respond({ neighborhoodId: locked.neighborhood_id });
});

/** The hook listeners for one application and its timeline. */
export const timelineHooks = [provideOne, addMessage];
