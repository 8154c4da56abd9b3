export { gql, type TypedDocumentNode } from '@apollo/client';
export { useDeployment, type Announcement } from './deployment/deployment-store.ts';
export { markFirstResponse } from './data/client.ts';
export { evictEntity, refetchQueries, updateCachedQueries } from './data/cached-queries.ts';
export { isAborted, RequestError, toastError, toRequestError } from './data/request-error.ts';
export { newIdempotencyKey, send, type Method, type SendOptions } from './data/send.ts';
export { useMutate, type Mutation } from './data/use-mutate.ts';
export { useRead, type Read, type ReadOptions } from './data/use-read.ts';
export { useDraft, type DraftHandle } from './drafts/use-draft.ts';
export { useDebouncedText } from './lists/use-debounced-text.ts';
export { useListQuery, type ListQuery } from './lists/use-list-query.ts';
export { connectionStatus, useConnection, type ConnectionStatus } from './realtime/connection-store.ts';
export { startLoading, useLoading, whileLoading, type LoaderKey } from './loading/loader-store.ts';
export { OfficeMap, type OfficeMapProps } from './maps/office-map.tsx';
export { useTileNames } from './maps/office-map.tsx';
export { defineClient, extend, type ClientContext } from './plugins/define-client.ts';
export { readRegistry, useCapabilities, usePluginConfig, useRegistry } from './plugins/registry-store.ts';
export { SlotView } from './plugins/slot-view.tsx';
export {
  refreshAdmin,
  session,
  signIn,
  signOut,
  useAdmin,
  useSession,
} from '#kernel/identity/client/session/session-store.ts';
export { readStored, writeStored } from './storage/local-storage.ts';
export { useDensity, type Density } from './preferences/preferences.ts';
export { useTheme } from './preferences/preferences.ts';
export { announce, useAnnounce } from './layout/announcer.tsx';
export { PageTitle, setTitleCount } from './layout/page-title.tsx';
export { useSettingsPath } from './navigation/navigation.ts';
export { useNavigateIfCurrent, useIsCurrentRoute } from './navigation/navigation.ts';
export { useLeaveGuard } from './navigation/navigation.ts';
export { loadTexts, translate, useText, useTextOf } from './i18n/i18n.ts';
export { useLanguage } from './i18n/language-store.ts';
export { useNow } from './i18n/now-store.ts';
export { RelativeTime, useRelativeTime, useDates, type Dates } from './i18n/use-dates.tsx';
export { useName } from './i18n/language-store.ts';
export { confirm, type ConfirmRequest } from './ui/overlays/confirm-store.ts';
export { toast } from './ui/feedback/toast-store.ts';
