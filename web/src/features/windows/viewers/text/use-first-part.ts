import { type ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { useFileAddresses } from '../../../../shared/files/file-addresses.js';
import { useReadCookieReady } from '../../../../shared/session/read-cookie.js';

interface PartLimits {
  step: number;
  /** Bytes beyond this limit are not shown. */
  most: number;
}

export interface FirstPart {
  /** Null while fetched, `undefined` when it can't be. */
  bytes: Uint8Array | null | undefined;
  isFetching: boolean;
  /** Null: all is there, or as much as can be shown. */
  showMore: (() => void) | null;
}

const nothing = new Uint8Array();

export const useFirstPart = (
  { linkurl: address, size }: ElementView,
  { step, most }: PartLimits,
): FirstPart => {
  const cookieReady = useReadCookieReady();
  const files = useFileAddresses();
  const [wanted, setWanted] = useState(Math.min(size, step));
  const [bytes, setBytes] = useState<Uint8Array | null | undefined>(
    address === null ? undefined : size === 0 ? nothing : null,
  );
  const held = bytes?.length ?? 0;
  const isFetching = bytes !== undefined && held < wanted;
  useEffect(() => {
    if (address === null || !cookieReady || !isFetching) return;
    const stop = new AbortController();
    fetchRange(files.path(address), held, wanted, stop.signal).then(
      (part) => {
        setBytes(joined(bytes ?? nothing, part));
        // The server has less than it said.
        if (held + part.length < wanted) setWanted(held + part.length);
      },
      () => {
        if (stop.signal.aborted) return;
        setBytes((before) => before ?? undefined);
        setWanted(held);
      },
    );
    return () => stop.abort();
  }, [address, cookieReady, files, isFetching, bytes, held, wanted]);
  const next = Math.min(size, most, wanted + step);
  return { bytes, isFetching, showMore: next > wanted ? () => setWanted(next) : null };
};

/**
 * Reads to the end when `to` is missing.
 * @throws {Error} when the server does not give them
 */
export async function fetchRange(
  path: string,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const answer = await fetch(path, { headers: { range: `bytes=${from}-${to - 1}` }, signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return answer.status === 206 ? bytes.subarray(0, to - from) : bytes.subarray(from, to);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
