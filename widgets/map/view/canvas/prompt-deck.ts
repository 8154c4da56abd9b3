import { Deck, type DeckProps, type MapView } from '@deck.gl/core';
import type { View } from './camera.ts';

/**
 * Draws in the very frame in which the map has moved. The React component would render itself first, so that children
 * learn of the move from their props; ours are told by `onBeforeRender`, and a picture costs the page half as much. For
 * the same reason a new place to look at comes by `look`, and not by a render.
 */
export class PromptDeck extends Deck<MapView> {
  constructor({ _customRender: _renderFirst, ...props }: DeckProps<MapView>) {
    super(props);
  }

  /** What React says of the view is where the map began. */
  override setProps({ initialViewState: _beginning, ...props }: DeckProps<MapView>): void {
    super.setProps(props);
  }

  /** Looks elsewhere, from the next frame on. */
  look(view: View & Readonly<Record<string, number>>): void {
    super.setProps({ initialViewState: view });
  }
}
