import texts from '../../../locales/uz/map.json' with { type: 'json' };
import { newShapeId } from '#widgets/map/model/index.ts';
import type { MapSession } from '#widgets/map/model/map-session.ts';
import { Camera } from '#widgets/map/render/camera/camera.ts';
import { Painter } from '#widgets/map/render/painter/painter.ts';
import type { EditToolContext } from '#widgets/map/tools/edit-tool.ts';

/** The context of editor tools on a map of 800 by 600 pixels around 41° north, 60° east, which draws nothing. */
export function editContextOf(
  session: MapSession,
): EditToolContext & { readonly messages: readonly string[] } {
  const camera = new Camera({ latitude: 41, longitude: 60, zoom: 14 });
  camera.set(camera.view, { width: 800, height: 600 });
  const messages: string[] = [];
  const nothing = () => undefined;
  return {
    session,
    camera,
    messages,
    painter: new Painter(session, camera),
    repaint: nothing,
    redrawInteraction: nothing,
    setView: nothing,
    fitBounds: nothing,
    show: nothing,
    panIntoView: nothing,
    announce: nothing,
    notify: (text) => void messages.push(text),
    confirm: () => Promise.resolve(true),
    texts,
    language: 'uz',
    newShape: () => ({ id: newShapeId(), title: 'Yangi' }),
    removeSelected: nothing,
  };
}
