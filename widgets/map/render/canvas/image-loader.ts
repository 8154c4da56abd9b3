/**
 * Replaces the package `@loaders.gl/images` in the builds: deck.gl registers its loader at the start, and no layer of the map
 * has images.
 */
export const ImageLoader = {
  id: 'image',
  name: 'Images',
  module: 'images',
  version: '0',
  extensions: [],
  mimeTypes: [],
  options: {},
  parse: () => Promise.reject(new Error('no images')),
};
