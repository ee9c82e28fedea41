import type { ElementClass } from '@skyshelf/contracts';

/** A tile of the start page: shown next to a user's own elements, stored nowhere. */
export interface BuiltInElement {
  /** `default:<key>` */
  id: string;
  class: ElementClass;
  name: string;
  nameKey: string;
  kind: string;
  extension: null;
  url: string;
  tags: readonly string[];
  size: 0;
  born: string;
  /** Addresses of its picture, for common and for dense screens. */
  icon: string;
  hiIcon: string;
}
