/** In words for the operator. */
export class Unrepairable extends Error {
  override name = 'Unrepairable';
}
