export { ArrivalsPill, type ArrivalsPillProps } from './arrivals-pill.tsx';
export { Avatar, type AvatarProps } from './avatar.tsx';
export { CountBadge, StatusBadge, type StatusBadgeProps } from './badge.tsx';
export { Banner, type BannerProps } from './banner.tsx';
export { media, PHONE_BREAKPOINT, phoneQuery } from './breakpoints.ts';
export { buttonStyle, type ButtonLook, type ButtonSize, type ButtonVariant } from './button-style.ts';
export { Button, type ButtonProps } from './button.tsx';
export { Calendar, type CalendarProps } from './calendar.tsx';
export { Card, CardLink, type CardProps } from './card.tsx';
export { Checkbox, type CheckboxProps } from './checkbox.tsx';
export {
  ChipRow,
  ChosenRow,
  FilterChip,
  RemovableChip,
  type FilterChipProps,
  type RemovableChipProps,
} from './chips.tsx';
export { chooseFiles, type DroppedFile, type DropReason, type FileLimits } from './choose-files.ts';
export { ColorField, type ColorFieldProps } from './color-field.tsx';
export { Combobox } from './combobox.tsx';
export { type ComboboxProps } from './combobox-props.ts';
export { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
export { ConfirmHost } from './confirm-host.tsx';
export { confirm, type ConfirmRequest } from './confirm-store.ts';
export { DateParts, type DatePartsProps } from './date-parts.tsx';
export { DescriptionList, type DescriptionItem, type DescriptionListProps } from './description-list.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { EmptyState, type EmptyStateProps } from './empty-state.tsx';
export { ErrorState, type ErrorStateProps } from './error-state.tsx';
export { useControl, useFieldLabelId, type ControlAttributes } from './field-context.ts';
export { FieldNote } from './field-note.tsx';
export { Field, type FieldProps } from './field.tsx';
export { FileItem, FileKindIcon, type FileInfo, type FileItemProps } from './file-item.tsx';
export { FileList, type FileListProps } from './file-list.tsx';
export { dropReasonText, FilePicker, type FilePickerProps } from './file-picker.tsx';
export { FormBody, type FormBodyProps } from './form-body.tsx';
export { applyTheme, type Theme } from './theme.ts';
export { IconButton, type IconButtonProps } from './icon-button.tsx';
export { Icon, type IconProps } from './icon.tsx';
export { hueOf, initials } from './initials.ts';
export { Kbd } from './kbd.tsx';
export { lazyPart, type LazyPart } from './lazy-part.ts';
export { LinkButton, type LinkButtonProps } from './link-button.tsx';
export { LinkTabs, type LinkTab, type LinkTabsProps } from './link-tabs.tsx';
export { Logo, type LogoProps } from './logo.tsx';
export { Menu, type MenuProps } from './menu.tsx';
export { type MenuEntry, type MenuItem } from './menu-entry.ts';
export { MultiSelect, type MultiSelectProps } from './multi-select.tsx';
export { NumberInput, type NumberInputProps } from './number-input.tsx';
export { findOption, foldText, matchesQuery, type Option } from './option.ts';
export { PageHeader, type PageHeaderProps } from './page-header.tsx';
export { pageWindow, PAGE_WINDOW } from './page-window.ts';
export { Pagination, type PaginationProps } from './pagination.tsx';
export { palette, parseHex } from './palette.ts';
export { PasswordInput, type PasswordInputProps } from './password-input.tsx';
export { formatPhone, phoneDigits } from './phone-format.ts';
export { PhoneInput, type PhoneInputProps } from './phone-input.tsx';
export { Popover, type PopoverProps } from './popover.tsx';
export { ProgressBar, progressTone, type ProgressBarProps, type ProgressTone } from './progress-bar.tsx';
export { RadioGroup, type RadioGroupProps, type RadioOption } from './radio-group.tsx';
export { SearchInput, type SearchInputProps } from './search-input.tsx';
export { Select } from './select.tsx';
export { type SelectProps } from './select-props.ts';
export { Skeleton, SkeletonCard, SkeletonGroup, type SkeletonProps } from './skeleton.tsx';
export { Spinner, type SpinnerProps } from './spinner.tsx';
export { submitByKey } from './submit-by-key.ts';
export { Switch, type SwitchProps } from './switch.tsx';
export { nextSort, rowNumber, type Column, type Sort, type SortDirection } from './table-model.ts';
export { DataTable, type DataTableProps } from './table.tsx';
export { Tabs, type Tab, type TabsProps } from './tabs.tsx';
export { TextArea, type TextAreaProps } from './text-area.tsx';
export { TextInput, type TextInputProps } from './text-input.tsx';
export { UiTextsProvider, useBytes, useUiTexts, type UiTexts } from './texts.tsx';
export {
  clearToasts,
  dismissToast,
  toast,
  type ToastAction,
  type ToastItem,
  type ToastKind,
  type ToastOptions,
} from './toast-store.ts';
export { ToastHost } from './toast.tsx';
export { ellipsis, tabularNumbers, toneColors, type Tone } from './tokens.ts';
export { Toolbar, ToolbarItem, type ToolbarProps } from './toolbar.tsx';
export { Tooltip, type TooltipProps } from './tooltip.tsx';
export { useFoot } from './use-foot.ts';
export { useIsPhone } from './use-is-phone.ts';
export { type TriggerProps } from './use-popup-trigger.ts';
export { hiddenFromSight, VisuallyHidden } from './visually-hidden.tsx';
