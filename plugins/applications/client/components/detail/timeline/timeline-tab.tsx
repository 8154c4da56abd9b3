import { Upload } from 'lucide-react';
import { styled } from 'styled-components';
import { media, useText } from '#kernel/plugin-api/client.ts';
import type { ApplicationDetail } from '../../../../contract.ts';
import { Composer } from '../composer/composer.tsx';
import type { useComposer } from '../composer/use-composer.ts';
import type { OpenPreview } from '../files/attached-files.tsx';
import { Timeline } from './timeline.tsx';
import { type DragEvent, useRef, useState } from 'react';

interface TimelineTabProps {
  readonly application: ApplicationDetail;
  /** Whether the timeline is still loading. */
  readonly isPartial: boolean;
  readonly composer: ReturnType<typeof useComposer>;
  readonly onPreview: OpenPreview;
}

/** The timeline with the composer below; accepts files dropped anywhere on both. */
export function TimelineTab({ application, isPartial, composer, onPreview }: TimelineTabProps) {
  const t = useText('applications');
  const { over, drop } = useFileDrop(composer.addFiles);
  return (
    <Container {...drop}>
      <Timeline
        application={application}
        isPartial={isPartial}
        onPreview={onPreview}
        composer={<Composer composer={composer} application={application} />}
      />
      {over ? (
        <Veil>
          <Upload />
          {t('composer.dropFiles')}
        </Veil>
      ) : null}
    </Container>
  );
}

/** Accepts files dropped anywhere on an element; `over` is true while files are dragged over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  // Enter and leave events also come from child elements.
  const depth = useRef(0);

  function leave(): void {
    depth.current = 0;
    setOver(false);
  }

  return {
    over,
    drop: {
      onDragEnter(event: DragEvent): void {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragLeave(event: DragEvent): void {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) leave();
      },
      onDragOver(event: DragEvent): void {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop(event: DragEvent): void {
        if (!hasFiles(event)) return;
        event.preventDefault();
        leave();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

const Container = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;

  ${media.desktop} {
    /* From the tabs to the bottom of the window, so that the composer does not move when the timeline grows. */
    height: max(380px, calc(var(--room, 640px) - 66px));
  }
`;

const Veil = styled.div`
  position: absolute;
  inset: 8px;
  z-index: var(--z-sticky);
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 8px;
  border: 2px dashed var(--accent);
  border-radius: var(--r2);
  background: color-mix(in srgb, var(--accent-soft) 92%, transparent);
  color: var(--accent-strong);
  font-weight: 600;
  /* The element below receives the dropped files. */
  pointer-events: none;
`;
