import { Paperclip, Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { media } from '../../layout/breakpoints.ts';
import { Button } from '../../buttons/button.tsx';
import { useControl } from '../field/field.tsx';
import { useText } from '../../../i18n/i18n.ts';
import { toast } from '../../feedback/toast-store.ts';
import { useBytes } from './bytes.ts';

export interface FilePickerProps extends FileLimits {
  /** The selected files, which count towards the limits. */
  readonly files: readonly { readonly size: number }[];
  readonly onFiles: (files: File[]) => void;
  readonly disabled?: boolean | undefined;
  /** `zone` is an area to drop files on, `button` only a button. */
  readonly shape?: 'zone' | 'button' | undefined;
  readonly label?: string | undefined;
  readonly hint?: ReactNode;
}

/** Event handlers for dropping files, and whether files are over the zone. */
function useDrop(disabled: boolean, onDrop: (files: FileList) => void) {
  const [over, setOver] = useState(false);
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(!disabled);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (!disabled) onDrop(event.dataTransfer.files);
    },
  };
  return { over, drop };
}

/** Lets the user select files, in a dialog or by dropping them; with `maxFiles={1}`, a single one. */
export function FilePicker({
  files,
  onFiles,
  disabled = false,
  shape = 'zone',
  label,
  hint,
  ...limits
}: FilePickerProps) {
  const t = useText();
  const control = useControl({});
  const input = useRef<HTMLInputElement>(null);
  const limitText = useLimitText(limits);
  const accept = useAcceptFiles(limits);
  const { over, drop } = useDrop(disabled, offer);
  const note = hint ?? limitText;

  function offer(list: FileList | null): void {
    const accepted = accept([...(list ?? [])], files);
    if (accepted.length > 0) onFiles(accepted);
  }

  const hidden = <HiddenInput ref={input} limits={limits} onFiles={offer} />;
  const open = () => input.current?.click();

  if (shape === 'button') {
    return (
      <>
        <Button {...control} variant="ghost" icon={<Paperclip />} disabled={disabled} onClick={open}>
          {label ?? t('ui.pickFiles')}
        </Button>
        {hidden}
      </>
    );
  }

  return (
    <>
      <Zone
        {...control}
        {...drop}
        type="button"
        disabled={disabled}
        onClick={open}
        data-over={over || undefined}
      >
        <Upload size={18} />
        <span>
          <Main>{label ?? t('ui.pickFiles')}</Main> <Desktop>{t('ui.dropFiles')}</Desktop>
        </span>
        {note ? <Hint>{note}</Hint> : null}
      </Zone>
      {hidden}
    </>
  );
}

interface HiddenInputProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly limits: FileLimits;
  readonly onFiles: (files: FileList | null) => void;
}

/** The input behind the button, which opens the browser's dialog. */
function HiddenInput({ ref, limits, onFiles }: HiddenInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={limits.maxFiles !== 1}
      hidden
      tabIndex={-1}
      accept={acceptAttribute(limits.accept)}
      onChange={(event) => {
        onFiles(event.target.files);
        // Allows selecting the same file again after it was removed.
        event.target.value = '';
      }}
    />
  );
}

/** The text for the limits; null without limits. */
function useLimitText({ maxFiles: count, maxBytes }: FileLimits): string | null {
  const t = useText();
  const formatBytes = useBytes();
  return count === undefined || maxBytes === undefined
    ? null
    : t('ui.filesLimit', { count, size: formatBytes(maxBytes) });
}

/** Returns a function that accepts files within the limits; a toast says why others were rejected. */
export function useAcceptFiles(limits: FileLimits) {
  const t = useText();
  const formatBytes = useBytes();

  function rejectionText({ file: { name }, reason }: RejectedFile): string {
    if (reason === 'type') return t('ui.fileWrongType', { name });
    if (reason === 'count') return t('ui.fileTooMany', { name, count: limits.maxFiles ?? 0 });
    return t('ui.fileTooLarge', { name, size: formatBytes(limits.maxBytes ?? 0) });
  }

  return (offered: readonly File[], taken: readonly { readonly size: number }[]): File[] => {
    const bytes = taken.reduce((sum, { size }) => sum + size, 0);
    const { files, dropped } = acceptFiles(offered, { count: taken.length, bytes }, limits);
    for (const one of dropped) toast.error(rejectionText(one));
    return files;
  };
}

function acceptAttribute(prefixes: readonly string[] | undefined): string | undefined {
  return prefixes?.map((prefix) => (prefix.endsWith('/') ? `${prefix}*` : prefix)).join(',');
}

interface RejectedFile {
  readonly file: File;
  readonly reason: 'type' | 'count' | 'size';
}

interface FileLimits {
  /** Accepted prefixes of the media type, such as `image/` or `application/pdf`; default: all types. */
  readonly accept?: readonly string[] | undefined;
  readonly maxFiles?: number | undefined;
  /** The maximum size of all files together, in bytes. */
  readonly maxBytes?: number | undefined;
}

/** The files that are within the limits together with those already selected, in order; the others with the reason. */
export function acceptFiles(
  offered: readonly File[],
  taken: { readonly count: number; readonly bytes: number },
  { accept = [], maxFiles = Infinity, maxBytes = Infinity }: FileLimits,
): { readonly files: File[]; readonly dropped: RejectedFile[] } {
  const files: File[] = [];
  const dropped: RejectedFile[] = [];
  let bytes = taken.bytes;
  for (const file of offered) {
    if (accept.length > 0 && !accept.some((prefix) => file.type.startsWith(prefix))) {
      dropped.push({ file, reason: 'type' });
    } else if (taken.count + files.length >= maxFiles) {
      dropped.push({ file, reason: 'count' });
    } else if (bytes + file.size > maxBytes) {
      dropped.push({ file, reason: 'size' });
    } else {
      files.push(file);
      bytes += file.size;
    }
  }
  return { files, dropped };
}

const Zone = styled.button`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: 2px;
  width: 100%;
  padding: 18px 16px;
  border: 1.5px dashed var(--line-strong);
  border-radius: var(--r2);
  background: var(--surface);
  color: var(--text-2);
  transition:
    background-color var(--fast),
    border-color var(--fast);

  svg {
    margin-bottom: 4px;
    color: var(--text-3);
  }

  &:hover:not(:disabled),
  &[data-over] {
    border-color: var(--accent);
    background: var(--accent-soft);
  }

  &[aria-invalid='true'] {
    border-color: var(--rejected);
  }

  &:disabled {
    opacity: 0.6;
    cursor: not-allowed;
  }
`;

const Main = styled.span`
  font-weight: 550;
  color: var(--accent-strong);
`;

const Desktop = styled.span`
  ${media.phone} {
    display: none;
  }
`;

const Hint = styled.span`
  font-size: 12.5px;
  line-height: 18px;
`;
