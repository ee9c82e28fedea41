import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useEffect, useState } from 'react';
import { useUsageQuery } from '../../shared/account/settings-api.js';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { accountTexts as text } from '../../shared/messages/account-texts.js';
import { text as common } from '../../shared/messages/en.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { UsageByType } from './usage-by-type.js';
import { prefersStill } from '../../shared/dom/media-queries.js';
import page from './account.module.css';
import css from './storage.module.css';

export const Storage = () => {
  const { data, isError, refetch } = useUsageQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data)
    return (
      <Panel title={text.storage}>
        <div className={page.waiting} role="status">
          {isError && (
            <>
              <p>{text.unavailable}</p>
              <Button variant="quiet" onClick={() => void refetch()}>
                {text.tryAgain}
              </Button>
            </>
          )}
        </div>
      </Panel>
    );
  const { planSize, totalSize, available, description } = data.result;
  return (
    <>
      <Panel title={text.storage}>
        <UsageBar used={totalSize} all={planSize} />
        <dl className={css.counters}>
          <div>
            <dt>{text.available}</dt>
            <dd>{formatSize(available)}</dd>
          </div>
          <div>
            <dt>{text.used}</dt>
            <dd>{formatSize(totalSize)}</dd>
          </div>
        </dl>
        <p className={css.status}>
          {description} <Link href="/pricing">{text.plans}</Link>
        </p>
      </Panel>
      <Panel title={text.types}>
        <UsageByType usage={data.result} />
      </Panel>
    </>
  );
};

const UsageBar = ({ used, all }: { used: number; all: number }) => {
  const percent = all > 0 ? Math.min(100, Math.round((used / all) * 100)) : 0;
  const shown = useCountUp(percent);
  const words = common.header.used(formatSize(used), formatSize(all));
  return (
    <div className={css.usage}>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={text.storage}
        aria-valuenow={percent}
        aria-valuetext={words}
        data-full={percent >= 90}
      >
        {/* So that what little there is can be seen. */}
        <span style={{ width: `${shown}%`, minWidth: used > 0 ? 6 : 0 }} data-percent={shown} />
      </div>
      <p>{words}</p>
    </div>
  );
};

const COUNTED_IN_MS = 1000;

const useCountUp = (end: number): number => {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (prefersStill()) return setShown(end);
    const begun = performance.now();
    let frame = 0;
    const step = (): void => {
      const part = Math.min(1, (performance.now() - begun) / COUNTED_IN_MS);
      setShown(Math.floor(part * end));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [end]);
  return shown;
};
