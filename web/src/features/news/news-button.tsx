import { IconNews } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Answer, Body, Settings } from '@skyshelf/contracts/browser';
import { newsCategories } from '@skyshelf/contracts/rules';
import { headerTexts as text } from '../../shared/messages/header-texts.js';
import { logError } from '../../shared/log-error.js';
import { type AppThunk, useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { settingsApi } from '../../shared/account/settings-api.js';
import { callApi } from '../../shared/api/call-api.js';
import { type NewsElement, openWindow } from '../windows/public.js';

/** The server has its own defaults. */
const chosenIn = (settings: Settings): Body<'listNews'> =>
  Object.fromEntries(newsCategories.flatMap((each) => (each in settings ? [[each, settings[each]]] : [])));

/** The same element each time, so it opens once. */
const newsElement = (feed: Answer<'listNews'>['feed']['items']): NewsElement => ({
  _id: 'news',
  folderId: '',
  path: '/',
  user: '',
  linkname: text.news,
  linktype: 'news',
  linkurl: null,
  linktag: [],
  linkimg: null,
  thumbnailWebsite: null,
  default: false,
  counter: 0,
  date: new Date().toISOString(),
  extension: null,
  source: null,
  size: 0,
  width: null,
  height: null,
  thumbnailImage: null,
  thumbnailVideo: null,
  openElement: null,
  feed,
});

/** @throws {Error} when there are none to be had */
const openNews = (): AppThunk<Promise<void>> => async (dispatch) => {
  const settings = await dispatch(settingsApi.endpoints.settings.initiate(undefined)).unwrap();
  const { feed } = await callApi('listNews', { body: chosenIn(settings) });
  dispatch(openWindow(newsElement(feed.items), []));
};

/** Windows stand over the files: from elsewhere it leads there. */
export const NewsButton = ({ className }: { className: string | undefined }) => {
  const dispatch = useAppDispatch();
  const [path, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      await dispatch(openNews());
      if (!path.startsWith('/allfiles')) navigate('/allfiles/');
    } catch (failure) {
      logError('The news could not be opened', failure);
      dispatch(toast.error(text.newsFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={text.news}
      aria-busy={busy}
      onClick={() => {
        if (!busy) void open();
      }}
    >
      <IconNews size={20} aria-hidden />
    </button>
  );
};
