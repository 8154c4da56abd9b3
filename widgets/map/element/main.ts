import { KomakMapElement } from './komak-map-element.tsx';

// Two scripts of different releases may meet on a page: the first one stays.
if (!customElements.get('komak-map')) customElements.define('komak-map', KomakMapElement);
