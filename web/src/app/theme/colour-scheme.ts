import { useEffect, useSyncExternalStore } from 'react';
import { readSession } from '../../shared/session/session.js';
import { useSession } from '../../shared/session/current-session.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { followSettings, useSettingsQuery } from '../../shared/account/settings-api.js';

type Scheme = 'light' | 'dark';

const KEY = 'skyshelf:appearance';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const systemScheme = (): Scheme => (systemDark.matches ? 'dark' : 'light');
const remembered = (): Scheme | null => {
  const stored = localStorage.getItem(KEY);
  return stored === 'dark' || stored === 'light' ? stored : null;
};

export const applyRememberedScheme = (): void => {
  const signedIn = readSession(localStorage, Date.now()) !== null;
  const scheme = (signedIn ? remembered() : null) ?? systemScheme();
  document.documentElement.dataset.mantineColorScheme = scheme;
  colourFrame(scheme);
};

/** The sky at its top: browsers paint it around the page. */
const FRAME: Record<Scheme, string> = { light: '#bfe6f3', dark: '#0a1522' };

/** The class is the specification's. */
const colourFrame = (scheme: Scheme): void => {
  document.body.classList.toggle('dark', scheme === 'dark');
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', FRAME[scheme]);
};

const subscribe = (listener: () => void): (() => void) => {
  systemDark.addEventListener('change', listener);
  return () => systemDark.removeEventListener('change', listener);
};

export const usePageScheme = (): Scheme => {
  const scheme = useColourScheme();
  const dispatch = useAppDispatch();
  const { data: settings } = useSettingsQuery(undefined, { skip: useSession() === null });
  const still = settings?.animation === false;
  useEffect(() => colourFrame(scheme), [scheme]);
  useEffect(() => void document.documentElement.toggleAttribute('data-still', still), [still]);
  useEffect(() => dispatch(followSettings()), [dispatch]);
  return scheme;
};

/** The system's while signed out or never chosen. */
export const useColourScheme = (): Scheme => {
  const signedIn = useSession() !== null;
  const system = useSyncExternalStore(subscribe, systemScheme);
  const { data: settings } = useSettingsQuery(undefined, { skip: !signedIn });
  const chosen = settings?.darkMode === undefined ? null : settings.darkMode ? 'dark' : 'light';
  useEffect(() => {
    if (!settings) return;
    if (chosen) localStorage.setItem(KEY, chosen);
    else localStorage.removeItem(KEY);
  }, [settings, chosen]);
  if (!signedIn) return system;
  return (settings ? chosen : remembered()) ?? system;
};
