export { NewItemsButton, type NewItemsButtonProps } from './feedback/new-items-button.tsx';
export { Avatar, type AvatarProps } from './data/avatar.tsx';
export { CountBadge, StatusBadge, type StatusBadgeProps } from './data/badge.tsx';
export { Banner, type BannerProps } from './feedback/banner.tsx';
export { media, PHONE_BREAKPOINT, phoneQuery } from './layout/breakpoints.ts';
export {
  buttonStyle,
  type ButtonStyleProps,
  type ButtonSize,
  type ButtonVariant,
} from './buttons/button.tsx';
export { Button, type ButtonProps } from './buttons/button.tsx';
export { Calendar, type CalendarProps } from './inputs/calendar.tsx';
export { Card, CardLink, type CardProps } from './layout/card.tsx';
export { Checkbox, type CheckboxProps } from './inputs/choices.tsx';
export {
  ChipRow,
  ActiveFilters,
  FilterChip,
  RemovableChip,
  type FilterChipProps,
  type RemovableChipProps,
} from './data/chips.tsx';
export {
  acceptFiles,
  type RejectedFile,
  type RejectionReason,
  type FileLimits,
} from './inputs/file-picker.tsx';
export { ColorField, type ColorFieldProps } from './inputs/color-field.tsx';
export { Combobox } from './inputs/select.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/confirm-dialog.tsx';
export { ConfirmHost } from './overlays/confirm-host.tsx';
export { confirm, type ConfirmRequest } from './overlays/confirm-store.ts';
export { DateField, type DateFieldProps } from './inputs/date-field.tsx';
export {
  DescriptionList,
  type DescriptionItem,
  type DescriptionListProps,
} from './data/description-list.tsx';
export { Dialog, type DialogProps } from './overlays/dialog.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/states.tsx';
export { ErrorState, type ErrorStateProps } from './feedback/states.tsx';
export { useControl, useFieldLabelId, type ControlAttributes } from './inputs/field.tsx';
export { FieldNote } from './inputs/field.tsx';
export { Field, type FieldProps } from './inputs/field.tsx';
export { FileItem, FileKindIcon, type FileInfo, type FileItemProps } from './inputs/file-list.tsx';
export { FileList, type FileListProps } from './inputs/file-list.tsx';
export { rejectionText, FilePicker, type FilePickerProps } from './inputs/file-picker.tsx';
export { FormBody, type FormBodyProps } from './inputs/form-body.tsx';
export { applyTheme, type Theme } from '../preferences/preferences.ts';
export { IconButton, type IconButtonProps } from './buttons/icon-button.tsx';
export { Icon, type IconProps } from './icons/icon.tsx';
export { hueIndex, initials } from './data/avatar.tsx';
export { Kbd } from './data/kbd.tsx';
export { lazyComponent, type LazyComponent } from './overlays/lazy-component.ts';
export { LinkButton, type LinkButtonProps } from './buttons/link-button.tsx';
export { LinkTabs, type LinkTab, type LinkTabsProps } from './layout/link-tabs.tsx';
export { Logo, type LogoProps } from './icons/logo.tsx';
export { Menu, type MenuProps } from './overlays/popups.tsx';
export { type MenuEntry, type MenuItem } from './overlays/menu-popup.tsx';
export { MultiSelect, type MultiSelectProps } from './inputs/multi-select.tsx';
export { NumberInput, type NumberInputProps } from './inputs/number-input.tsx';
export { findOption, matchesQuery, type Option } from './inputs/option.ts';
export { PageHeader, type PageHeaderProps } from './layout/page-header.tsx';
export { pageWindow, PAGE_WINDOW } from './data/pagination.tsx';
export { Pagination, type PaginationProps } from './data/pagination.tsx';
export { palette, parseHex } from '#kernel/domain/geo/palette.ts';
export { PasswordInput, type PasswordInputProps } from './inputs/text-input.tsx';
export { formatPhone, phoneDigits } from './inputs/phone-format.ts';
export { PhoneInput, type PhoneInputProps } from './inputs/phone-input.tsx';
export { Popover, type PopoverProps } from './overlays/popups.tsx';
export {
  ProgressBar,
  progressTone,
  type ProgressBarProps,
  type ProgressTone,
} from './feedback/progress-bar.tsx';
export { RadioGroup, type RadioGroupProps, type RadioOption } from './inputs/choices.tsx';
export { SearchInput, type SearchInputProps } from './inputs/search-input.tsx';
export { Select } from './inputs/select.tsx';
export { type ComboboxProps, type SelectProps } from './inputs/option.ts';
export { Skeleton, SkeletonCard, SkeletonGroup, type SkeletonProps } from './feedback/skeleton.tsx';
export { Spinner, type SpinnerProps } from './buttons/spinner.tsx';
export { submitOnCtrlEnter } from './inputs/form-body.tsx';
export { Switch, type SwitchProps } from './inputs/choices.tsx';
export { nextSort, rowNumber, type Column, type Sort, type SortDirection } from './data/table-model.ts';
export { DataTable, type DataTableProps } from './data/table.tsx';
export { Tabs, type Tab, type TabsProps } from './layout/tabs.tsx';
export { TextArea, type TextAreaProps } from './inputs/text-area.tsx';
export { TextInput, type TextInputProps } from './inputs/text-input.tsx';
export { UiTextsProvider, useBytes, useUiTexts, type UiTexts } from './texts/texts.tsx';
export {
  clearToasts,
  dismissToast,
  toast,
  type ToastAction,
  type ToastItem,
  type ToastKind,
  type ToastOptions,
} from './feedback/toast-store.ts';
export { ToastHost } from './feedback/toast.tsx';
export { ellipsis, tabularNumbers, toneColors, type Tone } from './styles/tokens.ts';
export { Toolbar, ToolbarItem, type ToolbarProps } from './layout/toolbar.tsx';
export { Tooltip, type TooltipProps } from './overlays/tooltip.tsx';
export { useFooterHeight } from './layout/use-footer-height.ts';
export { useIsPhone } from './layout/use-is-phone.ts';
export { type TriggerProps } from './overlays/popups.tsx';
export { visuallyHidden, VisuallyHidden } from './layout/visually-hidden.tsx';
