import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const acceptable = /^[\w.-]{1,64}$/;

/** From `x-request-id`, or new: unique, not secret, so a random start and a counter. */
export function createRequestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(9).toString('base64url');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && acceptable.test(given)) return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
