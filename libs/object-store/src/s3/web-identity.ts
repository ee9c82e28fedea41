import type { RequestOptions } from 'node:http';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { ObjectStoreError } from '../port.js';
import { assumedRole } from './answers.js';
import type { Credentials, CredentialSource } from './signing-key.js';
import { createAgent, createTransport } from './transport.js';

/** A role by a token file that the platform renews. */
export interface WebIdentity {
  /** The address of the token service (STS). */
  endpoint: string;
  roleArn: string;
  tokenFile: string;
  /** Shown in the store's log. */
  sessionName: string;
  authority?: string | undefined;
}

interface Taken {
  credentials: Credentials;
  renewAt: number;
  /** A minute early: requests take time, and clocks differ. */
  until: number;
}

const TIMEOUTS = { connectMs: 5_000, idleMs: 10_000 };
const MARGIN_MS = 60_000;
/** The delay after a failure while credentials are still valid. */
const AGAIN_MS = 10_000;

/**
 * AssumeRoleWithWebIdentity, renewed after half their time, since signed addresses end with them. An STS
 * outage matters only once they end.
 * @throws ObjectStoreError `unavailable` when there are none
 *
 * Source: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html
 */
export function webIdentity(identity: WebIdentity, now: () => number = Date.now): CredentialSource {
  let taken: Taken | null = null;
  let taking: Promise<Taken> | undefined;
  const take = (): Promise<Taken> =>
    (taking ??= takeOn(identity, now()).finally(() => {
      taking = undefined;
    }));
  const renewInBackground = (held: Taken): void => {
    held.renewAt = now() + AGAIN_MS;
    take().then(
      (fresh) => (taken = fresh),
      () => undefined,
    );
  };
  return async () => {
    if (!taken || now() >= taken.until) taken = await take();
    else if (now() >= taken.renewAt) renewInBackground(taken);
    return taken.credentials;
  };
}

async function takeOn(identity: WebIdentity, began: number): Promise<Taken> {
  try {
    const { credentials, ends } = assumedRole(await post(identity, await formOf(identity)));
    return { credentials, renewAt: began + (ends - began) / 2, until: ends - MARGIN_MS };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `The role AWS_ROLE_ARN cannot be taken on at ${identity.endpoint}: ${why}`;
    throw new ObjectStoreError('unavailable', message, { cause: error });
  }
}

async function formOf({ roleArn, sessionName, tokenFile }: WebIdentity): Promise<string> {
  const form = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
  });
  return form.toString();
}

function post({ endpoint, authority }: WebIdentity, form: string): Promise<string> {
  const { protocol, hostname, port, pathname } = new URL(endpoint);
  const secure = protocol === 'https:';
  const agent = createAgent(secure, authority);
  const options: RequestOptions = {
    method: 'POST',
    hostname: hostname.replace(/^\[|\]$/g, ''),
    path: pathname,
    agent,
    ...(port && { port: Number(port) }),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(form),
    },
  };
  return new Promise<string>((resolve, reject) => {
    createTransport(secure, TIMEOUTS)
      .request(options, (answer) => void text(answer).then(resolve, reject))
      .on('error', reject)
      .end(form);
  }).finally(() => agent.destroy());
}
