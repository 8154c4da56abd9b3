/** Why an action was rejected, or the problem of a shape. The UI has the texts. */
export type Reason =
  /** The maximum number is reached. */
  | 'limit'
  /** The permissions of the map do not allow it. */
  | 'not_allowed'
  /** A polygon needs three points. */
  | 'too_few_points'
  /** Latitude beyond ±90 or longitude beyond ±180. */
  | 'outside_world'
  | 'not_a_number'
  /** The point is equal to the adjacent one. */
  | 'same_point'
  /** Edges of the polygon cross or touch. */
  | 'crosses_itself'
  /** There are too many parallel edges to check. */
  | 'too_complex'
  /** The change would let areas overlap. */
  | 'crosses_neighbor'
  /** Three or more borders meet at the corner. */
  | 'junction'
  /** The area would have several parts or a hole, which this map does not support. */
  | 'one_ring'
  /** The line does not divide the area. */
  | 'not_divided'
  /** Nothing of the area would be left. */
  | 'nothing_left'
  /** The two areas have no border in common. */
  | 'not_touching'
  /** The drawn shape is not within the area. */
  | 'outside_area'
  /** No corner can be removed. */
  | 'simple_already'
  /** No borders are that close to each other. */
  | 'already_joined'
  /** Latitude and longitude are probably exchanged. */
  | 'swapped'
  /** Only the outer ring was imported, without its holes. */
  | 'holes'
  /** A part or a hole of fewer than three points was left out. */
  | 'empty_ring'
  /** An edge spans half the world: a boundary crosses the 180th meridian and is drawn the wrong way round. */
  | 'antimeridian'
  /** Not a polygon or a point. */
  | 'unknown_type'
  /** The shape is already on the map, or its number is and the user skips such shapes. */
  | 'duplicate_id'
  /** There is nothing to import. */
  | 'empty'
  /** Not a colour in hexadecimal digits. */
  | 'unknown_color'
  | 'unknown_shape'
  | 'unknown_vertex'
  /** Another tool is active. */
  | 'wrong_tool'
  | 'nothing_to_undo'
  | 'nothing_to_redo';
