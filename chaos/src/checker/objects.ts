import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Client } from 'minio';

/** The bytes of an installation, read past the product. */
export interface Objects {
  /** Gives the sizes by key. */
  sizes(): Promise<Map<string, number>>;
  /** Format: hex. @throws Error when there is no such object */
  sha256(key: string): Promise<string>;
}

export interface S3Location {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

export const openObjects = (place: { folder: string } | S3Location): Objects =>
  'folder' in place ? inFolder(place.folder) : inBucket(place);

/** Format: `<folder>/objects/<two digits>/<key>` */
function inFolder(folder: string): Objects {
  const files = async (): Promise<Map<string, string>> => {
    const root = join(folder, 'objects');
    const found = new Map<string, string>();
    for (const shard of await readdir(root))
      for (const key of await readdir(join(root, shard))) found.set(key, join(root, shard, key));
    return found;
  };
  return {
    sizes: async () => {
      const sizes = new Map<string, number>();
      for (const [key, path] of await files()) {
        const size = await stat(path).then(
          ({ size }) => size,
          () => null,
        );
        if (size !== null) sizes.set(key, size);
      }
      return sizes;
    },
    sha256: async (key) => hashOf(createReadStream((await files()).get(key) ?? join(folder, key))),
  };
}

function inBucket({ endpoint, bucket, region, accessKey, secretKey }: S3Location): Objects {
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL, region, accessKey, secretKey });
  return {
    sizes: async () => {
      const sizes = new Map<string, number>();
      for await (const { name, size } of client.listObjectsV2(bucket, '', true) as AsyncIterable<{
        name?: string;
        size: number;
      }>)
        if (name !== undefined) sizes.set(name, size);
      return sizes;
    },
    sha256: async (key) => hashOf(await client.getObject(bucket, key)),
  };
}

async function hashOf(body: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
