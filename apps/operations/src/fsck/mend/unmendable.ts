/** Why something is not mended, in words for the operator. */
export class Unmendable extends Error {
  override name = 'Unmendable';
}
