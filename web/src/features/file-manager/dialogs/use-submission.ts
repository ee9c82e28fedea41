import { messages } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { useAppDispatch } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import type { FieldErrors, FormFields, Submitted } from './use-element-form.js';

interface SubmissionOptions {
  close: () => void;
  submit: (fields: FormFields) => Promise<Submitted>;
  refused: () => void;
}

interface Submission {
  errors: FieldErrors;
  /** The drive stayed busy: the same may be sent again. */
  driveBusy: boolean;
  sending: boolean;
  send: (fields: FormFields) => Promise<void>;
  fieldChanged: (field: keyof FormFields) => void;
}

export const useSubmission = ({ close, submit, refused }: SubmissionOptions): Submission => {
  const dispatch = useAppDispatch();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [driveBusy, setDriveBusy] = useState(false);
  const [sending, setSending] = useState(false);
  const send = async (fields: FormFields): Promise<void> => {
    if (sending) return;
    setSending(true);
    const result = await submit(fields);
    if (result === 'done') return close();
    setSending(false);
    setDriveBusy(result === 'drive-busy');
    const found = result === 'drive-busy' ? {} : result;
    setErrors(found);
    // The specification has this one as a message too.
    if (found.name === messages.nameExists) dispatch(toast.error(messages.nameExists));
    refused();
  };
  const fieldChanged = (field: keyof FormFields): void => {
    setErrors((before) => ({ ...before, [field]: undefined }));
    setDriveBusy(false);
  };
  return { errors, driveBusy, sending, send, fieldChanged };
};
