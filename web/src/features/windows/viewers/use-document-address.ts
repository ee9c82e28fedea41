import { messages, type ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { toast } from '../../../shared/toasts/toast.js';

interface DocumentAddress {
  address: string | null;
  failed: boolean;
  /** Why, where the server knows it. */
  reason?: string;
}

/** The address of a document as PDF; null while it is made, and where there is none: then the user is told once. */
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
      // Where there is none for its type, the panel alone says so.
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
