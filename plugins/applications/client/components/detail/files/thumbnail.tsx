import { useState } from 'react';
import { styled } from 'styled-components';
import { useText } from '#kernel/client/index.ts';
import type { StoredFile } from '#kernel/contract/index.ts';

interface ThumbnailProps {
  readonly file: StoredFile;
  readonly onOpen: () => void;
}

/** A small picture that opens large. */
export function Thumbnail({ file, onOpen }: ThumbnailProps) {
  const t = useText('applications');
  // The address changes with each read, for it expires; the picture is the same, and need not come again.
  const [address, setAddress] = useState(file.url);
  return (
    <Frame
      type="button"
      aria-label={t('detail.preview', { name: file.name })}
      title={file.name}
      onClick={onOpen}
    >
      <img
        src={address}
        alt=""
        loading="lazy"
        onError={() => {
          if (address !== file.url) setAddress(file.url);
        }}
      />
    </Frame>
  );
}

const Frame = styled.button`
  display: block;
  flex: none;
  width: 132px;
  height: 96px;
  padding: 0;
  border: 1px solid var(--line);
  border-radius: var(--r1);
  background: var(--sunken);
  overflow: hidden;
  cursor: zoom-in;

  > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }

  &:hover {
    border-color: var(--line-strong);
  }
`;
