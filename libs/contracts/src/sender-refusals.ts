import { DomainError, type ErrorCode } from './errors.js';

/** Senders by a link learn nothing about the room of its owner and of the installation, nor of their state. */
const shownToSenders: Partial<Record<ErrorCode, ErrorCode>> = {
  'space.exceeded': 'drop.full',
  'space.held': 'drop.full',
  'disk.full': 'drop.full',
  'drive.full': 'drop.full',
  'drive.closed': 'share.not-found',
};
export const senderRefusals = ['drop.full', 'share.not-found'] as const satisfies readonly ErrorCode[];

/** The same refusal as a sender may see it, with the message of its own code. */
export function forSender(error: DomainError): DomainError {
  const code = shownToSenders[error.code];
  return code === undefined ? error : new DomainError(code, { cause: error });
}

/**
 * Runs what a sender has asked for.
 * @throws DomainError as `forSender` says
 */
export async function asForSender<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof DomainError ? forSender(error) : error;
  }
}
