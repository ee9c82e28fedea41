import { lazy, Suspense } from 'react';
import FileManager from '../../features/file-manager/file-manager.js';
import { selectCovered } from '../../features/file-manager/state/overlay-slice.js';
import { useLiveChanges } from '../../features/live/use-live-changes.js';
import { useRestoredWindows } from '../../features/windows/public.js';
import { selectWindows } from '../../features/windows/windows-slice.js';
import { useDefaultElements } from './use-default-elements.js';
import { useAppSelector } from '../../shared/store/hooks.js';

const Windows = lazy(() => import('../../features/windows/windows.js'));

/** An open drive: its files, the windows above them, and live changes for both. */
const DriveScreen = () => {
  useLiveChanges();
  useDefaultElements();
  useRestoredWindows();
  const windowsOpen = useAppSelector((state) => selectWindows(state).stack.length > 0);
  const covered = useAppSelector(selectCovered);
  return (
    <>
      <FileManager />
      <Suspense>{windowsOpen && <Windows covered={covered} />}</Suspense>
    </>
  );
};

export default DriveScreen;
