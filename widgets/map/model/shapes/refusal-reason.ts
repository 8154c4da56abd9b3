/** Why an action was refused, or what is wrong with a shape. The UI has the texts. */
export type Reason =
  /** There are already as many as allowed. */
  | 'limit'
  /** The rights of this map forbid it. */
  | 'not_allowed'
  /** A polygon needs three points. */
  | 'too_few_points'
  /** Latitude beyond ±90 or longitude beyond ±180. */
  | 'outside_world'
  | 'not_a_number'
  /** The point lies on the one beside it. */
  | 'same_point'
  /** Edges of the polygon meet. */
  | 'crosses_itself'
  /** So many edges run side by side that the check was given up. */
  | 'too_complex'
  /** The change would let areas overlap. */
  | 'crosses_neighbor'
  /** Three borders or more meet in the corner. */
  | 'junction'
  /** The area would have several parts or a hole, and this map takes none. */
  | 'one_ring'
  /** The line does not go through the area from border to border. */
  | 'not_divided'
  /** Nothing of the area would be left. */
  | 'nothing_left'
  /** The two areas have no border in common. */
  | 'not_touching'
  /** What was drawn does not lie within the area. */
  | 'outside_area'
  /** No corner can be left out. */
  | 'simple_already'
  /** No borders lie that near to each other. */
  | 'already_joined'
  /** Latitude and longitude have most likely changed places. */
  | 'swapped'
  /** The outer ring was taken, its holes were not. */
  | 'holes'
  /** A part or a hole of fewer than three points was left out. */
  | 'empty_ring'
  /** An edge reaches half around the world: a boundary over the 180th meridian, which is drawn the long way round. */
  | 'antimeridian'
  /** Not a polygon or a point. */
  | 'unknown_type'
  /** The same shape is on the map already, or its number is and the user wants to skip such shapes. */
  | 'duplicate_id'
  /** Nothing to take, or nothing to do it with. */
  | 'empty'
  /** Not a colour in hexadecimal digits. */
  | 'unknown_color'
  | 'unknown_shape'
  | 'unknown_vertex'
  /** The tool in the hand is another one. */
  | 'wrong_tool'
  | 'nothing_to_undo'
  | 'nothing_to_redo';
