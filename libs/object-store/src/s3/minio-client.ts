import type { Agent } from 'node:http';
import type { Client, ClientOptions } from 'minio';
import { S3Refusal } from './errors.js';
import type { Credentials, Signer } from './signing-key.js';
import type { Transport } from './transport.js';

export interface MinioOptions extends Signer {
  endpoint: string;
  agent: Agent;
  transport: Transport;
}

export type MinioCall<T> = (client: Client) => Promise<T>;

/**
 * Calls the client of MinIO, which is loaded for the first call: it takes 12 MB. It sends by the given
 * transport, so time limits and refusals are those of the bytes; retrying is left to the caller.
 */
export function createMinio(options: MinioOptions): <T>(call: MinioCall<T>) => Promise<T> {
  let made: { client: Client; keys: Credentials } | undefined;
  return async (call) => {
    const minio = await import('minio');
    const keys = await options.credentials();
    if (!made || !areEqual(made.keys, keys))
      made = { client: new minio.Client(clientOptions(options, keys)), keys };
    try {
      return await call(made.client);
    } catch (error) {
      throw error instanceof Error ? error : refusalWithin(error);
    }
  };
}

const areEqual = (one: Credentials, other: Credentials): boolean =>
  one.accessKey === other.accessKey &&
  one.secretKey === other.secretKey &&
  one.sessionToken === other.sessionToken;

function clientOptions(
  { endpoint, region, agent, transport }: MinioOptions,
  keys: Credentials,
): ClientOptions {
  const { protocol, hostname, port } = new URL(endpoint);
  return {
    ...keys,
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    useSSL: protocol === 'https:',
    // Without a region the client asks the store for it.
    region,
    transportAgent: agent,
    // The client calls it in this one of its forms.
    transport: transport as Required<ClientOptions>['transport'],
    retryOptions: { disableRetry: true },
  };
}

/** The client throws what it parsed of a refusal that came with status 200. */
function refusalWithin(parsed: unknown): S3Refusal {
  const { Code = '', Message = '' } = Object(parsed) as { Code?: unknown; Message?: unknown };
  return new S3Refusal(200, String(Code), String(Message));
}
