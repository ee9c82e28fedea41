/** The message says what to do. */
export class ProvisionError extends Error {
  override name = 'ProvisionError';
}
