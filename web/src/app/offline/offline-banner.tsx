import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { suspectConnection } from '../../shared/connection/connection.js';
import { offlineTexts as text } from '../../shared/messages/offline-texts.js';
import css from './offline.module.css';

/** Lists that are drawn in part measure again. */
const moved = (): void => void dispatchEvent(new Event('resize'));

/** Says that what is shown may be old, and that nothing can be changed. */
export const OfflineBanner = () => {
  useEffect(() => {
    moved();
    return () => queueMicrotask(moved);
  }, []);
  return (
    <section className={css.banner} aria-label={text.label} data-keeps-selection>
      <IconCloudOff size={20} stroke={1.6} aria-hidden />
      <p role="status">
        <strong>{navigator.onLine ? text.unreachable : text.offline}</strong> {text.last}{' '}
        <span>{text.readOnly}</span>
      </p>
      <Button variant="quiet" onClick={suspectConnection}>
        {text.tryAgain}
      </Button>
    </section>
  );
};
