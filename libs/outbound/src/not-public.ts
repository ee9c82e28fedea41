/** No public server, or not one that we ask in this way. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}
