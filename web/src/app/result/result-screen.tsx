import { lazy, Suspense } from 'react';
import { addressOfFolder } from '../../features/file-manager/folder/folder-path.js';
import { Result } from '../../features/result/result.js';
import { useLiveChanges } from '../../features/live/use-live-changes.js';
import { selectWindows } from '../../features/windows/windows-slice.js';
import { useAppSelector } from '../../shared/store/store.js';
import { useOpenFound } from '../../features/file-manager/actions/open-element.js';

const Windows = lazy(() => import('../../features/windows/windows.js'));

const ResultScreen = () => {
  useLiveChanges();
  const onOpen = useOpenFound();
  const windowsOpen = useAppSelector((state) => selectWindows(state).stack.length > 0);
  return (
    <>
      <Result onOpen={onOpen} addressOfFolder={addressOfFolder} />
      <Suspense>{windowsOpen && <Windows covered={false} />}</Suspense>
    </>
  );
};

export default ResultScreen;
