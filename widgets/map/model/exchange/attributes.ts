/** Which attributes of a file contain names and ids of its shapes; null: none. */
export interface AttributeRoles {
  /** The name in Uzbek. */
  readonly uz: string | null;
  /** The name in Russian. */
  readonly ru: string | null;
  /** The attribute that becomes the id of the shape. */
  readonly number: string | null;
}

/** The chosen attributes; others are detected by their names. */
export type AttributeChoice = Partial<AttributeRoles>;

/** An attribute of a file. */
export interface Attribute {
  readonly name: string;
  /** Its first value. */
  readonly sample: string;
}

/** The attributes of a file. */
export interface Attributes {
  /** In the order of the file. */
  readonly all: readonly Attribute[];
  /** The attributes that are read as names and as the id. */
  readonly used: AttributeRoles;
  /** The attribute that most likely contains the names, if none is known; the user is asked. */
  readonly likely: string | null;
}
