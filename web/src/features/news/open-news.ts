import type { Answer, Body, Settings } from '@skyshelf/contracts/browser';
import { settingsApi } from '../../shared/account/settings-api.js';
import { callApi } from '../../shared/api/call-api.js';
import { headerTexts as text } from '../../shared/messages/header-texts.js';
import type { AppThunk } from '../../shared/store/store.js';
import { openWindow, type NewsElement } from '../windows/public.js';

type Category = keyof Body<'listNews'>;
const categories: readonly Category[] = [
  ...(['news', 'sport', 'business', 'entertainment', 'fashion', 'tech', 'living', 'realEstate'] as const),
];

/** The server has its own defaults. */
const chosenIn = (settings: Settings): Body<'listNews'> =>
  Object.fromEntries(categories.flatMap((each) => (each in settings ? [[each, settings[each]]] : [])));

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
export const openNews = (): AppThunk<Promise<void>> => async (dispatch) => {
  const settings = await dispatch(settingsApi.endpoints.settings.initiate(undefined)).unwrap();
  const { feed } = await callApi('listNews', { body: chosenIn(settings) });
  dispatch(openWindow(newsElement(feed.items), []));
};
