import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../shared/api/api-error.js';
import { callApi } from '../../shared/api/call-api.js';
import { formatMoment } from '../../shared/format/dates.js';
import { deletionTexts as text } from '../../shared/messages/deletion-texts.js';
import { Notice } from '../../shared/pages/notice.js';
import type { ClosingAccount as Closing } from './callback-hash.js';

export const ClosingAccount = ({ account: { keep, deleteAfter } }: { account: Closing }) => {
  const [problem, setProblem] = useState<string | null>(null);
  if (keep === null || deleteAfter === null)
    return <Notice title={text.goneTitle} text={text.gone} action={text.leave} href="/" />;
  const onKeep = async (): Promise<void> => {
    try {
      await callApi('keepAccount', { body: { code: keep } }, { tries: 3 });
      location.replace('/login');
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setProblem(failure.error.message);
    }
  };
  return (
    <Notice
      title={text.closingTitle}
      text={text.closing(formatMoment(deleteAfter))}
      action={problem === null ? text.keep : text.logInAgain}
      {...(problem === null ? { onAction: () => void onKeep() } : { href: '/login' })}
    >
      {problem !== null && <p role="alert">{problem}</p>}
      <Anchor href="/">{text.letGo}</Anchor>
    </Notice>
  );
};
