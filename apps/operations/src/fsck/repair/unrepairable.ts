/** Why something is not repaired, in words for the operator. */
export class Unrepairable extends Error {
  override name = 'Unrepairable';
}
