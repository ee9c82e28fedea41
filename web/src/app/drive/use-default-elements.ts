import { useEffect, useRef } from 'react';
import { useSettingsQuery } from '../../shared/account/settings-api.js';
import { showDefaultElements } from '../../shared/listings/listing-cache.js';
import { useAppDispatch } from '../../shared/store/hooks.js';

/** The built-in elements come and go in an open folder when another tab changes that setting. */
export const useDefaultElements = (): void => {
  const dispatch = useAppDispatch();
  const { data: settings } = useSettingsQuery();
  const before = useRef(settings);
  useEffect(() => {
    const known = before.current;
    before.current = settings;
    if (!known || !settings || known.defaultLinks === settings.defaultLinks) return;
    void dispatch(showDefaultElements(settings.defaultLinks ?? true));
  }, [settings, dispatch]);
};
