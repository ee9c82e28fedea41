import { Button } from '@mantine/core';
import { messages } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { Link } from 'wouter';
import { isApiError } from '../../shared/api/api-error.js';
import { noticesTexts } from '../../shared/messages/notices-texts.js';
import { PageFrame, Panel } from '../../shared/pages/page-frame.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { useConfirmNoticesMutation } from './notices-api.js';
import css from './notices.module.css';

/**
 * Asks for a click: mail scanners open links too.
 * @param stops the link is that of a mail which is not wanted
 */
const ConfirmNotices = ({ stops = false }: { stops?: boolean }) => {
  const text = stops ? { ...noticesTexts.confirm, ...noticesTexts.stop } : noticesTexts.confirm;
  const [code] = useState(() => location.hash.slice(1));
  const [state, setState] = useState<'asks' | 'done' | 'expired'>(code === '' ? 'expired' : 'asks');
  const dispatch = useAppDispatch();
  const [confirm, { isLoading }] = useConfirmNoticesMutation();
  const onConfirm = async (): Promise<void> => {
    const { error } = await confirm(code);
    if (!error) setState('done');
    else if (isApiError(error) && error.code === 'link.expired') setState('expired');
    else dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
  };
  return (
    <PageFrame title={text.title} narrow>
      {state === 'asks' ? (
        <Panel title={noticesTexts.title}>
          <p className={css.row}>{text.ask}</p>
          <Button loading={isLoading} onClick={() => void onConfirm()}>
            {text.button}
          </Button>
        </Panel>
      ) : (
        <Panel title={state === 'done' ? text.done : text.expired}>
          <p className={css.row} role="status">
            {state === 'done' ? text.doneLead : text.expiredLead}
          </p>
          <Link href="/account" className={css.link}>
            {text.account}
          </Link>
        </Panel>
      )}
    </PageFrame>
  );
};

export default ConfirmNotices;
