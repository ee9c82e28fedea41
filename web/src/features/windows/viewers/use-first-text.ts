import { filePath, type ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { useReadCookieReady } from '../../../shared/session/read-cookie.js';
import { firstText } from './first-text.js';

/** The beginning of a text; null while it is fetched, `undefined` when it can't be. */
export const useFirstText = ({ linkurl: address, size }: ElementView): string | null | undefined => {
  const cookieReady = useReadCookieReady();
  const isEmpty = size === 0;
  const [found, setFound] = useState<string | null | undefined>(
    address === null ? undefined : isEmpty ? '' : null,
  );
  useEffect(() => {
    if (address === null || isEmpty || !cookieReady) return;
    const stop = new AbortController();
    firstText(filePath(address), stop.signal).then(setFound, () => {
      if (!stop.signal.aborted) setFound(undefined);
    });
    return () => stop.abort();
  }, [address, isEmpty, cookieReady]);
  return found;
};
