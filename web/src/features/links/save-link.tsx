import { Button } from '@mantine/core';
import { messages } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { isApiError } from '../../shared/api/api-error.js';
import { linksTexts } from '../../shared/messages/links-texts.js';
import { Loading, Notice } from '../../shared/pages/notice.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { useReadShareQuery, useSaveShareMutation } from './links-api.js';

const text = linksTexts.saving;

/** Asks before anything is copied: every page could lead here. */
const SaveLink = ({ share }: { share: string }) => {
  const { data, error, isLoading } = useReadShareQuery(share);
  const [save, { isLoading: isSaving }] = useSaveShareMutation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const dispatch = useAppDispatch();
  if (isLoading || isSaving) return <Loading />;
  const failure = refusal ?? (error ? messageOf(error) : null);
  if (failure !== null || !data)
    return <Notice title={text.failed} text={failure ?? ''} action={text.toFiles} href="/allfiles/" />;
  const onSave = async (): Promise<void> => {
    const { data: saved, error: refused } = await save(share);
    if (!saved) return setRefusal(messageOf(refused));
    dispatch(toast.success(text.begun(saved.docs.linkname, saved.files)));
    navigate('/allfiles/');
  };
  return (
    <Notice
      title={text.title}
      text={text.text(data.title)}
      action={text.action}
      onAction={() => void onSave()}
      below={
        <Button component="a" href="/allfiles/" variant="quiet">
          {linksTexts.cancel}
        </Button>
      }
    />
  );
};

export default SaveLink;

const messageOf = (error: unknown): string => (isApiError(error) ? error.message : messages.someError);
