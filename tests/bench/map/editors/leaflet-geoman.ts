import L from 'leaflet';
import { view, type Ring } from './data.ts';
import { nextFrames, offer } from './editor.ts';

let map: L.Map;
let polygons: L.Polygon[] = [];

offer({
  async start(place) {
    await import('@geoman-io/leaflet-geoman-free');
    map = L.map(place, { preferCanvas: true, attributionControl: false });
    // Its zoom is for tiles of 256 pixels.
    map.setView([view.middle[1], view.middle[0]], view.zoom + 1);
    map.pm.addControls({ position: 'topleft' });
    await nextFrames();
  },
  stop: () => void map.remove(),
  async load(rings) {
    polygons = rings.map((ring: Ring) => L.polygon(ring.map(([lng, lat]) => [lat, lng])).addTo(map));
    await nextFrames();
  },
  async edit() {
    polygons[0]?.pm.enable({ snappable: false });
    await nextFrames();
  },
  area: () => map.getContainer(),
  corner() {
    const place = polygons[0]?.getLatLngs()[0]?.[0];
    if (!place) throw new Error('there is no polygon');
    return [place.lng, place.lat];
  },
  middle() {
    const { lat, lng } = map.getCenter();
    return [lng, lat];
  },
});
