import { Button } from '@mantine/core';
import { IconEye, IconInbox } from '@tabler/icons-react';
import { messages } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { isApiError } from '../../shared/api/api-error.js';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { formatDay, formatSize } from '../../shared/format/dates-and-sizes.js';
import { ListEnd } from '../../shared/listings/list-parts.js';
import { linksTexts as text } from '../../shared/messages/links-texts.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { LinkAddress } from './link-address.js';
import { AskForm, type AskOptions } from './ask-form.js';
import { LinkForm, type LinkOptions } from './link-form.js';
import {
  type ShareView,
  useChangeShareMutation,
  useEndShareMutation,
  useListSharesQuery,
} from './links-api.js';
import css from './links.module.css';

const Links = () => {
  const { data, isError, refetch } = useListSharesQuery();
  const changed = (): void => void refetch();
  return (
    <PageFrame title={text.title} lead={text.lead}>
      <ListEnd words={text} isError={isError} reload={changed} />
      {data?.docs.length === 0 && <p className={css.none}>{text.none}</p>}
      <ul className={css.links}>
        {data?.docs.map((link) => (
          <Link key={link.id} link={link} changed={changed} />
        ))}
      </ul>
    </PageFrame>
  );
};

export default Links;

const factsOf = (link: ShareView): string[] => {
  const { receives, opened, downloads, download, downloadLimit, password, expires } = link;
  return [
    ...(receives ? [text.received(receives.files, formatSize(receives.bytes, 1))] : []),
    text.opened(opened),
    ...(receives ? [] : [download ? text.downloads(downloads, downloadLimit) : text.noDownloads]),
    ...(password ? [text.hasPassword] : []),
    ...(expires ? [text.until(formatDay(expires))] : []),
  ];
};

const contentOf = ({ receives, roots }: ShareView): string => {
  const names = text.shows(roots.map(({ linkname }) => linkname));
  return receives ? text.into(names) : names;
};

const signs = {
  shows: { Icon: IconEye, words: text.isShowing },
  receives: { Icon: IconInbox, words: text.isReceiving },
};

const Sign = ({ link }: { link: ShareView }) => {
  const { Icon, words } = signs[link.receives ? 'receives' : 'shows'];
  return (
    <span className={css.sign} title={words}>
      <Icon size={20} stroke={1.75} role="img" aria-label={words} />
    </span>
  );
};

const Link = ({ link, changed }: { link: ShareView; changed: () => void }) => (
  <li className={css.link} data-state={link.state}>
    <div className={css.what}>
      <Sign link={link} />
      <h2 dir="auto">{link.title || contentOf(link)}</h2>
      <span className={css.state}>{text.states[link.state]}</span>
    </div>
    {link.title && (
      <p className={css.soft} dir="auto">
        {contentOf(link)}
      </p>
    )}
    <p className={css.soft}>{factsOf(link).join(' · ')}</p>
    <LinkAddress link={link} />
    <Actions link={link} changed={changed} />
  </li>
);

const Actions = ({ link, changed }: { link: ShareView; changed: () => void }) => {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState<'edit' | 'end' | null>(null);
  const [change, { isLoading }] = useChangeShareMutation();
  const pause = async (): Promise<void> => {
    const { error } = await change({ id: link.id, paused: !link.paused });
    if (error) dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
    changed();
  };
  const close = (): void => setAsking(null);
  return (
    <div className={css.actions}>
      <Button variant="quiet" onClick={() => setAsking('edit')}>
        {text.edit}
      </Button>
      <Button variant="quiet" loading={isLoading} onClick={() => void pause()}>
        {link.paused ? text.resume : text.pause}
      </Button>
      <Button variant="danger" onClick={() => setAsking('end')}>
        {text.end}
      </Button>
      {asking === 'edit' && <Edit link={link} close={close} changed={changed} />}
      {asking === 'end' && <End link={link} close={close} changed={changed} />}
    </div>
  );
};

interface AskProps {
  link: ShareView;
  close: () => void;
  changed: () => void;
}

const Edit = ({ link, close, changed }: AskProps) => {
  const dispatch = useAppDispatch();
  const [change, { isLoading }] = useChangeShareMutation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (options: LinkOptions | AskOptions): Promise<void> => {
    const { error } = await change({ id: link.id, ...options });
    if (error) return setRefusal(isApiError(error) ? error.message : messages.someError);
    dispatch(toast.success(text.changed));
    changed();
    close();
  };
  const Form = link.receives ? AskForm : LinkForm;
  return (
    <DialogFrame title={link.title || text.edit} close={close} width={520}>
      <Form
        link={link}
        isSaving={isLoading}
        refusal={refusal}
        close={close}
        submit={(options: LinkOptions | AskOptions) => void submit(options)}
      />
    </DialogFrame>
  );
};

const End = ({ link, close, changed }: AskProps) => {
  const dispatch = useAppDispatch();
  const [end, { isLoading }] = useEndShareMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await end({ id: link.id });
    if (error) dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
    else dispatch(toast.success(text.ended));
    changed();
    close();
  };
  const title = link.title || contentOf(link);
  return (
    <DialogFrame title={text.end} close={close} width={420} role="alertdialog">
      <p>{text.askEnd(title)}</p>
      <div className={css.answers}>
        <Button variant="quiet" onClick={close} data-autofocus>
          {text.cancel}
        </Button>
        <Button variant="danger" loading={isLoading} onClick={() => void confirm()}>
          {text.end}
        </Button>
      </div>
    </DialogFrame>
  );
};
