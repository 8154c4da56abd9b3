import { Upload } from 'lucide-react';
import { styled } from 'styled-components';
import { media } from '#kernel/client/ui/index.ts';
import type { Action, ApplicationDetail } from '../../contract.ts';
import { useTexts } from '../shared/texts.ts';
import { Composer } from './composer/composer.tsx';
import { useComposer } from './composer/use-composer.ts';
import { useFileDrop } from './composer/use-file-drop.ts';
import type { OpenPreview } from './files/use-preview.ts';
import { Timeline } from './timeline/timeline.tsx';
import { useRestOfWindow } from './use-rest-of-window.ts';

interface TimelineTabProps {
  readonly application: ApplicationDetail;
  readonly onPreview: OpenPreview;
  readonly onSent: (action: Action) => void;
}

/** The timeline and its composer; files may be dropped anywhere on it. */
export function TimelineTab({ application, onPreview, onSent }: TimelineTabProps) {
  const t = useTexts();
  const composer = useComposer(application.id, onSent);
  const { over, drop } = useFileDrop(composer.addFiles);
  const place = useRestOfWindow();
  return (
    <Place ref={place} {...drop}>
      <Timeline
        application={application}
        onPreview={onPreview}
        composer={<Composer composer={composer} neighborhoodId={Number(application.neighborhood_id)} />}
      />
      {over ? (
        <Over aria-hidden="true">
          <Upload size={24} />
          {t('composer.drop')}
        </Over>
      ) : null}
    </Place>
  );
}

/* As high as what is left of the window under it, so that head, latest message and composer are all in sight. */
const Place = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  height: max(420px, calc(100dvh - var(--above, 330px) - 25px));

  ${media.phone} {
    height: auto;
  }
`;

const Over = styled.div`
  position: absolute;
  inset: 8px;
  z-index: 2;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 8px;
  border: 2px dashed var(--accent);
  border-radius: var(--r2);
  background: color-mix(in srgb, var(--accent-soft) 88%, transparent);
  color: var(--accent-strong);
  font-weight: 600;
  pointer-events: none;
`;
