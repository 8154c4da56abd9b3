import { allows, areaOf, reaches, type Viewer } from '#kernel/contract/index.ts';
import type { Audience } from '../api/index.ts';

/** Whether a viewer belongs to the audience of an event, by rights, area, and the admins that it names or excepts. */
export function isRecipient(audience: Audience, viewer: Viewer): boolean {
  const { access, neighborhoodId, adminIds, exceptAdminId } = audience;
  return (
    viewer.id !== exceptAdminId &&
    (adminIds === undefined || adminIds.includes(viewer.id)) &&
    (access === undefined || allows(access, viewer)) &&
    (neighborhoodId === undefined || reaches(areaOf(viewer), neighborhoodId))
  );
}
