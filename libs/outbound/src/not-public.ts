/** What someone wanted us to ask is no server of the public network, or not one that we ask in this way. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}
