/** What the client module of a plugin is written with: data, navigation, texts, the design system, lists and forms of records. */
export * from '#kernel/client/index.ts';
export * from '#kernel/client/ui/index.ts';
export * from '#kernel/records/client/index.ts';
export { download, save, type DownloadProgress } from '#kernel/client/data/download.ts';
export { apiAddress, commonHeaders, refuse, request } from '#kernel/client/data/request.ts';
export { textsOf } from '#kernel/client/i18n/i18n.ts';
export { useMenuLabel } from '#kernel/client/plugins/registry-store.ts';
export { RoadIcon } from '#kernel/client/ui/icons/icons.tsx';
export { PasswordForm, PasswordStrength } from '#kernel/identity/client/password/index.ts';
export { Enrolment, RecoveryCodes } from '#kernel/identity/client/second-factor/index.ts';
export { throttle } from '#kernel/records/client/data/throttle.ts';
