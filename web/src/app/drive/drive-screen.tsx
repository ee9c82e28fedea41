import { isSettingOn } from '@skyshelf/contracts/rules';
import { lazy, Suspense, useEffect, useRef } from 'react';
import FileManager from '../../features/file-manager/file-manager.js';
import { dialogOpened, selectCovered } from '../../features/file-manager/state/overlay-slice.js';
import { useLiveChanges } from '../../features/live/use-live-changes.js';
import { useRestoredWindows } from '../../features/windows/public.js';
import { selectWindows } from '../../features/windows/windows-slice.js';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { useSettingsQuery } from '../../shared/account/settings-api.js';
import { showDefaultElements } from '../../shared/listings/listing-cache.js';

const Windows = lazy(() => import('../../features/windows/windows.js'));

const DriveScreen = () => {
  useLiveChanges();
  useDefaultElements();
  useRestoredWindows();
  const windowsOpen = useAppSelector((state) => selectWindows(state).stack.length > 0);
  const dispatch = useAppDispatch();
  const covered = useAppSelector(selectCovered);
  return (
    <>
      <FileManager />
      <Suspense>
        {windowsOpen && (
          <Windows
            covered={covered}
            showHistory={(element) => dispatch(dialogOpened({ kind: 'history', element }))}
          />
        )}
      </Suspense>
    </>
  );
};

export default DriveScreen;

/** Another tab may change that setting. */
const useDefaultElements = (): void => {
  const dispatch = useAppDispatch();
  const { data: settings } = useSettingsQuery();
  const before = useRef(settings);
  useEffect(() => {
    const known = before.current;
    before.current = settings;
    if (!known || !settings || known.defaultLinks === settings.defaultLinks) return;
    void dispatch(showDefaultElements(isSettingOn(settings, 'defaultLinks')));
  }, [settings, dispatch]);
};
