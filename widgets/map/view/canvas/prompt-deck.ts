import { Deck, type DeckProps, type MapView } from '@deck.gl/core';

/**
 * Draws in the very frame in which the map has moved. The React component would render itself first, so that children
 * learn of the move from their props; ours are told by `onBeforeRender`, and a picture costs the page half as much.
 */
export class PromptDeck extends Deck<MapView> {
  constructor({ _customRender: _renderFirst, ...props }: DeckProps<MapView>) {
    super(props);
  }
}
