/** How to get to a page of the product from where the panel stands. */
export interface Destination {
  readonly href: string;
  /** What the page is called, where that is known. */
  readonly label: string | null;
  /** In the product itself one goes there; on another site a new window opens. */
  readonly newWindow: boolean;
  /** Goes there without a new page load. */
  readonly onGo?: () => void;
}

/** Looks up how to get to a path; null where the asker may not go. */
export type Route = (path: string) => Destination | null;
