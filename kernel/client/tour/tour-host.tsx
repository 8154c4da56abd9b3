import { useCommands } from '../commands/commands.ts';
import { useIsFirstRenderDone } from '../data/first-render.ts';
import { useText } from '../index.ts';
import { lazyComponent } from '../ui/index.ts';
import { startTour, useTour } from './tour-store.ts';

const tour = lazyComponent(async () => (await import('./tour.tsx')).Tour);

/** The tour of a demonstration, shown after the first render; a command shows it again. */
export function TourHost() {
  const { isThere, isOpen } = useTour();
  const isDue = useIsFirstRenderDone();
  return isThere ? (
    <>
      <TourCommand />
      {isOpen && isDue ? <tour.Component /> : null}
    </>
  ) : null;
}

function TourCommand() {
  const t = useText();
  useCommands([{ id: 'kernel.tour', title: t('tour.command'), icon: 'map', run: startTour }]);
  return null;
}
