import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { callApi } from '../../../../shared/api/call-api.js';

/** Each is a request. */
const MOST_MEASURED = 50;
const AT_ONCE = 3;

export interface FolderSums {
  count: number;
  bytes: number;
  open: number;
  /** Folders that could not be measured, or are too many. */
  unknown: number;
}

export function useFolderSums(folders: readonly ElementView[]): FolderSums {
  const [sums, setSums] = useState<FolderSums>(() => ({
    count: 0,
    bytes: 0,
    open: Math.min(folders.length, MOST_MEASURED),
    unknown: Math.max(0, folders.length - MOST_MEASURED),
  }));
  useEffect(() => {
    const stop = new AbortController();
    const waiting = folders.slice(0, MOST_MEASURED);
    const lane = async (): Promise<void> => {
      for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
        const more = await measured(folder, stop.signal);
        if (stop.signal.aborted) return;
        setSums((before) => added(before, more));
      }
    };
    setSums((before) => ({ ...before, count: 0, bytes: 0, open: waiting.length }));
    for (let at = 0; at < AT_ONCE; at += 1) void lane();
    return () => stop.abort();
  }, [folders]);
  return sums;
}

const measured = async (
  { path, linkname, _id }: ElementView,
  signal: AbortSignal,
): Promise<{ count: number; size: number } | null> => {
  try {
    return await callApi(
      'measureFolder',
      { body: { url: `${path}${linkname}/`, folderId: _id } },
      { signal },
    );
  } catch {
    return null;
  }
};

const added = (
  { count, bytes, open, unknown }: FolderSums,
  more: { count: number; size: number } | null,
): FolderSums => ({
  count: count + (more?.count ?? 0),
  bytes: bytes + (more?.size ?? 0),
  open: open - 1,
  unknown: unknown + (more ? 0 : 1),
});
