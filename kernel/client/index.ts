export { gql, type TypedDocumentNode } from '@apollo/client';
export { useDeployment } from './deployment/deployment-store.ts';
export {
  readCachedQueries,
  readCachedRecord,
  refetchQueries,
  updateCachedQueries,
  updateOptimistically,
} from './data/cached-queries.ts';
export { confirmChange, type ChangeRequest } from './data/confirm-change.ts';
export { isAborted, networkError, RequestError, toastError, toRequestError } from './data/request-error.ts';
export { newIdempotencyKey, send } from './data/send.ts';
export { useMutate } from './data/use-mutate.ts';
export { ReadView } from './data/read-view.tsx';
export { StaleBanner } from './data/stale-banner.tsx';
export { useRead, type Read } from './data/use-read.ts';
export { useRetriedRead } from './data/use-retried-read.ts';
export { ReasonDialog, type ReasonDialogProps } from './drafts/reason-dialog.tsx';
export { SendReasonDialog } from './drafts/send-reason-dialog.tsx';
export { deleteDraftsOf, hasAnyDrafts, useDraft, type DraftHandle } from './drafts/use-draft.ts';
export { invalidateReads } from './data/client.ts';
export { useDebouncedText } from './lists/use-debounced-text.ts';
export { useAnnouncedResults } from './lists/use-announced-results.ts';
export { useListQuery, type ListQuery } from './lists/use-list-query.ts';
export { connectionStatus } from './realtime/connection-store.ts';
export { OfficeMap } from './maps/office-map.tsx';
export { useTileNames } from './maps/office-map.tsx';
export { usePlaceOverlay, type PlaceOverlayState } from './maps/use-place-overlay.ts';
export { defineClient, extend, type ClientContext } from './plugins/define-client.ts';
export { readRegistry, useCapabilities, useRegistry } from './plugins/registry-store.ts';
export { type LazyPage, lazyPage } from './plugins/lazy-page.ts';
export { lazyExtension, SlotView } from './plugins/slot-view.tsx';
export { session, useAdmin, useSession } from './session/session-store.ts';
export { readStored, storedKeys, writeStored } from './storage/local-storage.ts';
export { readSealed, writeSealed } from './storage/sealed-storage.ts';
export { useDensity, type Density } from './preferences/preferences.ts';
export { setCountdownSeconds, useCountdownSeconds } from './preferences/preferences.ts';
export { useTheme } from './preferences/preferences.ts';
export { announce } from './layout/announcer.tsx';
export { PageTitle, setTitleCount } from './layout/page-title.tsx';
export { areSingleKeysOn, isFindKey, setSingleKeys, useCommands, type Command } from './commands/commands.ts';
export { hasRecordOrder, adjacentRecord, setRecordOrder } from './navigation/record-order.ts';
export { useSettingsPath } from './navigation/navigation.ts';
export { useIsUnmounted, useNavigateIfCurrent } from './navigation/navigation.ts';
export { useLeaveGuard } from './navigation/leave-guard.ts';
export { useDiscardGuard } from './navigation/use-discard-guard.ts';
export { loadTexts, translate, useText, useTextOf } from './i18n/i18n.ts';
export { useCollator } from './i18n/collator.ts';
export { useLanguage } from './i18n/language-store.ts';
export { useNow } from './dates/now-store.ts';
export { RelativeTime, useDates, useToday } from './dates/use-dates.tsx';
export { useName } from './i18n/language-store.ts';
export { confirm } from './ui/overlays/confirm-store.ts';
export { PersonalValue, type Reveal } from './personal/personal-value.tsx';
export { isMasked } from '#kernel/domain/text/index.ts';
export { toast } from './ui/feedback/toast-store.ts';
