import type { ElementClass } from '@skyshelf/contracts';

/** A tile of the start page: shown among a user's elements, stored nowhere. */
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
  /** For common and for dense screens. */
  icon: string;
  hiIcon: string;
}
