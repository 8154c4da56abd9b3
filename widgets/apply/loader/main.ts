import { KomakApplyElement } from './apply-element.ts';

// A page may load scripts of two releases: the first one stays.
if (!customElements.get('komak-apply')) customElements.define('komak-apply', KomakApplyElement);
