import type { DerivativeMade } from '@skyshelf/contracts';

/** What a kind's tool has made of a source, before storage keeps it. */
export interface MadeFile extends Pick<DerivativeMade, 'width' | 'height' | 'sourceDimensions'> {
  bytes: Buffer;
}
