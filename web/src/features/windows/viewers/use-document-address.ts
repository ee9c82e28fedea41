import { messages, type ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import { useAppDispatch } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';

interface DocumentAddress {
  address: string | null;
  failed: boolean;
  reason?: string;
}

/** Null while it is made, and where there is none. */
export const useDocumentAddress = (element: ElementView): DocumentAddress => {
  const { _id: id, linkurl, linktype, openElement } = element;
  const isPdf = linktype === 'application/pdf';
  const [found, setFound] = useState<DocumentAddress>({ address: isPdf ? linkurl : null, failed: false });
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (isPdf || linkurl === null) return;
    const { signal, abort } = abortable();
    const ask = async (): Promise<void> => {
      for (;;) {
        // Each call waits for up to 20 s.
        const answer = await callApi('convertDocument', { body: { id, linkurl, openElement } }, { signal });
        if ('ok' in answer) return setFound({ address: answer.openElement, failed: false });
      }
    };
    ask().catch((failure: unknown) => {
      if (signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      const { reason, code } = failure.error;
      setFound({ address: null, failed: true, ...(reason && { reason }) });
      // The panel alone says it.
      if (code !== 'document.unsupported') dispatch(toast.error(messages.someError));
    });
    return abort;
  }, [id, linkurl, openElement, isPdf, dispatch]);
  return found;
};

const abortable = (): { signal: AbortSignal; abort: () => void } => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};
