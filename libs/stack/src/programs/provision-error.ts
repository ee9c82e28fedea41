/** A program that cannot be had on this machine as it is; the message says what to do. */
export class ProvisionError extends Error {
  override name = 'ProvisionError';
}
