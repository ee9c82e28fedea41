import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../shared/session/current-session.js';
import { readSession } from '../../shared/session/session.js';
import { useSettingsQuery } from '../account/settings-api.js';

type Scheme = 'light' | 'dark';

const KEY = 'skyshelf:appearance';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const systemScheme = (): Scheme => (systemDark.matches ? 'dark' : 'light');
const remembered = (): Scheme | null => {
  const stored = localStorage.getItem(KEY);
  return stored === 'dark' || stored === 'light' ? stored : null;
};

/** Before the first paint: what the account had last, else what the system wants. */
export const applyRememberedScheme = (): void => {
  const signedIn = readSession(localStorage, Date.now()) !== null;
  document.documentElement.dataset.mantineColorScheme = (signedIn ? remembered() : null) ?? systemScheme();
};

const subscribe = (listener: () => void): (() => void) => {
  systemDark.addEventListener('change', listener);
  return () => systemDark.removeEventListener('change', listener);
};

/** Light or dark: the account's setting, and the system's while signed out or while the account never chose. */
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
