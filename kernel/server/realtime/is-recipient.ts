import { allows, areaOf, reaches, type Viewer } from '#kernel/contract/index.ts';
import type { Audience } from '../plugins/api/index.ts';

/** Whether an event for this audience is for this viewer: the rights and the area, of those named, but for the one excepted. */
export function isRecipient(audience: Audience, viewer: Viewer): boolean {
  const { access, neighborhoodId, adminIds, exceptAdminId } = audience;
  return (
    viewer.id !== exceptAdminId &&
    (adminIds === undefined || adminIds.includes(viewer.id)) &&
    (access === undefined || allows(access, viewer)) &&
    (neighborhoodId === undefined || reaches(areaOf(viewer), neighborhoodId))
  );
}
