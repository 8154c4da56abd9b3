import { useEffect, useRef } from 'react';
import { latLng } from '../../model/index.ts';
import type { Camera, View } from '../../render/camera/camera.ts';
import type { Place } from '../api/map-props.ts';

/** Looks elsewhere when the place changes: what of it stays, the centre or the zoom, is left as people have moved it. */
export function usePlace({ lat, lng, zoom }: Place, camera: Camera, look: (view: View) => void): void {
  const told = useRef({ lat, lng, zoom });
  useEffect(() => {
    const before = told.current;
    told.current = { lat, lng, zoom };
    const isElsewhere = lat !== before.lat || lng !== before.lng;
    if (!isElsewhere && zoom === before.zoom) return;
    const { view } = camera;
    if (isElsewhere) camera.setHome(latLng(lat, lng));
    look({
      latitude: isElsewhere ? lat : view.latitude,
      longitude: isElsewhere ? lng : view.longitude,
      zoom: zoom === before.zoom ? view.zoom : zoom,
    });
  }, [lat, lng, zoom, camera, look]);
}
