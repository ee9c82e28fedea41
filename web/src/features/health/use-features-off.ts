import { useEffect } from 'react';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { toast } from '../../shared/toasts/toast.js';
import { hintsOf, type Health } from './features-off.js';

/** Set in a tab that has shown the hints. */
const REPORTED = 'features_off_reported';

/** Shows once a tab which features are off on this installation, and how to switch them on. Says nothing when it cannot be asked. */
export const useFeaturesOff = (): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (sessionStorage.getItem(REPORTED)) return;
    const tell = async (): Promise<void> => {
      const answer = await fetch('/health');
      if (!answer.ok) return;
      sessionStorage.setItem(REPORTED, 'yes');
      for (const hint of hintsOf((await answer.json()) as Health)) dispatch(toast.info(hint));
    };
    tell().catch(() => undefined);
  }, [dispatch]);
};
