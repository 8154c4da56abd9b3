import { useRef } from 'react';
import { formatBytes } from '#kernel/domain/text/numbers.ts';
import { citizenFileLimits } from '#kernel/domain/values/limits.ts';
import { formatText } from '../../shared/format-text.ts';
import type { ViewProps } from './view-props.ts';

/** The file types that the server accepts. */
const accept = '.jpg,.jpeg,.png,.webp,.pdf,.docx,.xlsx';

/**
 * The documents: uploaded immediately, one by one, each with its progress; an interrupted one is sent again
 * alone.
 */
export function Files({ apply, state, texts }: ViewProps) {
  const input = useRef<HTMLInputElement>(null);
  const { maxFiles, maxBytes } = state.form?.files ?? citizenFileLimits;
  const size = formatBytes(maxBytes, texts.byteUnits);
  const count = state.draft.files.length + state.uploads.length;
  return (
    <fieldset className="ka-files">
      <legend>{texts.files.title}</legend>
      <p className="ka-hint">{formatText(texts.files.hint, { count: maxFiles, size })}</p>
      <FileList {...{ apply, state, texts }} />
      <Dropped {...{ state, texts }} count={maxFiles} size={size} />
      <input
        ref={input}
        className="ka-sr"
        type="file"
        multiple
        accept={accept}
        tabIndex={-1}
        // The button below has the label: a screen reader would announce two.
        aria-hidden
        onChange={({ target }) => {
          apply.files.add([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <button type="button" disabled={count >= maxFiles} onClick={() => input.current?.click()}>
        {texts.files.add}
      </button>
    </fieldset>
  );
}

type ListProps = Pick<ViewProps, 'apply' | 'state' | 'texts'>;

function FileList({ apply, state, texts }: ListProps) {
  const { files } = state.draft;
  if (files.length + state.uploads.length === 0) return null;
  return (
    <ul aria-label={texts.files.title}>
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <span className="ka-file">{name}</span>
          <small>
            {formatBytes(size, texts.byteUnits)}, {texts.files.sent}
          </small>
          <button
            type="button"
            aria-label={formatText(texts.files.remove, { name })}
            onClick={() => apply.files.remove(id)}
          >
            {texts.files.removeShort}
          </button>
        </li>
      ))}
      {state.uploads.map((upload) => (
        <UploadRow key={`sending-${upload.key}`} {...{ apply, state, texts, upload }} />
      ))}
    </ul>
  );
}

function UploadRow({ apply, texts, upload }: ListProps & { upload: ViewProps['state']['uploads'][number] }) {
  const { key, name, part, failed } = upload;
  const percent = Math.round(part * 100);
  return (
    <li data-wrong={failed === null ? undefined : true}>
      <span className="ka-file">{name}</span>
      {failed === null ? (
        <progress max={100} value={percent} aria-label={formatText(texts.files.sending, { name, percent })} />
      ) : (
        <>
          <small className="ka-wrong" role="alert">
            {failed || texts.files.failed}
          </small>
          <button
            type="button"
            aria-label={formatText(texts.files.retry, { name })}
            onClick={() => apply.files.retry(key)}
          >
            {texts.files.retryShort}
          </button>
        </>
      )}
      <button
        type="button"
        aria-label={formatText(texts.files.remove, { name })}
        onClick={() => apply.files.drop(key)}
      >
        {texts.files.removeShort}
      </button>
    </li>
  );
}

interface DroppedProps extends Pick<ViewProps, 'state' | 'texts'> {
  readonly count: number;
  readonly size: string;
}

/** The list of rejected files with their reasons. */
function Dropped({ state, texts, count, size }: DroppedProps) {
  const namesOf = (reason: 'count' | 'bytes') =>
    state.dropped
      .filter((file) => file.reason === reason)
      .map(({ name }) => name)
      .join(', ');
  const [tooMany, tooLarge] = [namesOf('count'), namesOf('bytes')];
  return (
    <div role="alert">
      {tooMany === '' ? null : (
        <p className="ka-wrong">{formatText(texts.files.rejectedByCount, { count, names: tooMany })}</p>
      )}
      {tooLarge === '' ? null : (
        <p className="ka-wrong">{formatText(texts.files.rejectedBySize, { size, names: tooLarge })}</p>
      )}
    </div>
  );
}
