import { type UsageClass, usageClasses } from '@skyshelf/contracts/rules';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useEffect, useState } from 'react';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { accountTexts as text } from '../../shared/messages/account-texts.js';
import { useUsageQuery } from '../../shared/account/settings-api.js';
import { text as common } from '../../shared/messages/en.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { prefersReducedMotion } from '../../shared/dom/media-queries.js';
import css from './storage.module.css';
import page from './account.module.css';

const TRASH = 'Trash';
const names = [...usageClasses, TRASH] as const;
type PartName = (typeof names)[number];
type UsageOfTypes = Readonly<Record<UsageClass, number>> & { readonly kept: number };

const RADIUS = 40;
const ROUND = 2 * Math.PI * RADIUS;
/** The gap between two parts, as a share of the circumference. */
const GAP = 2;

interface Part {
  name: PartName;
  bytes: number;
  /** Unit: 0 to 1. */
  share: number;
  /** Unit: 0 to 1. */
  from: number;
}

const partsOf = (usage: UsageOfTypes): Part[] => {
  const bytesOf = (name: PartName): number => (name === TRASH ? usage.kept : usage[name]);
  const sum = names.reduce((all, name) => all + bytesOf(name), 0);
  let from = 0;
  return names.map((name) => {
    const bytes = bytesOf(name);
    const share = sum > 0 ? bytes / sum : 0;
    const part = { name, bytes, share, from };
    from += share;
    return part;
  });
};

const percentOf = (share: number): string =>
  share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(share * 100)} %`;

const UsageByType = ({ usage }: { usage: UsageOfTypes }) => {
  const parts = partsOf(usage);
  return (
    <div className={css.types}>
      <Pie parts={parts.filter(({ bytes }) => bytes > 0)} />
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{text.type}</th>
            <th scope="col">{text.size}</th>
            <th scope="col">{text.share}</th>
          </tr>
        </thead>
        <tbody>
          {parts
            .filter(({ name, bytes }) => name !== TRASH || bytes > 0)
            .map(({ name, bytes, share }) => (
              <tr key={name} data-type={name}>
                <th scope="row">
                  <i aria-hidden />
                  {name}
                </th>
                <td>{formatSize(bytes)}</td>
                <td>{percentOf(share)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
};

const Pie = ({ parts }: { parts: readonly Part[] }) => {
  const gap = parts.length > 1 ? GAP : 0;
  const words = parts.map(({ name, share }) => `${name} ${percentOf(share)}`).join(', ') || text.empty;
  return (
    <svg className={css.pie} viewBox="0 0 100 100" role="img" aria-label={words}>
      <circle className={css.ring} cx="50" cy="50" r={RADIUS} />
      {parts.map(({ name, share, from }) => (
        <circle
          key={name}
          data-type={name}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={`${Math.max(0.8, share * ROUND - gap)} ${ROUND}`}
          strokeDashoffset={-from * ROUND}
          transform="rotate(-90 50 50)"
        />
      ))}
      {parts.length === 0 && (
        <text x="50" y="53.500" textAnchor="middle">
          {text.empty}
        </text>
      )}
    </svg>
  );
};

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
  const { planSize, totalSize, available, kept, description } = data.result;
  return (
    <>
      <Panel title={text.storage}>
        <UsageBar used={totalSize} kept={kept} all={planSize} />
        <dl className={css.counters}>
          <div>
            <dt className="soft">{text.available}</dt>
            <dd>{formatSize(available)}</dd>
          </div>
          <div>
            <dt className="soft">{text.used}</dt>
            <dd>{formatSize(totalSize)}</dd>
          </div>
        </dl>
        <p className={css.status}>
          {description} <Link href="/pricing">{text.plans}</Link>
        </p>
        {kept > 0 && (
          <p className={css.trash} data-type={TRASH}>
            <i aria-hidden />
            {text.inTrash(formatSize(kept))}
            <Link href="/trash">{text.emptyTrash}</Link>
          </p>
        )}
      </Panel>
      <Panel title={text.types}>
        <UsageByType usage={data.result} />
      </Panel>
    </>
  );
};

interface UsageBarProps {
  used: number;
  kept: number;
  all: number;
}

const percentIn = (bytes: number, all: number): number =>
  all > 0 ? Math.min(100, Math.round((bytes / all) * 100)) : 0;

const UsageBar = ({ used, kept, all }: UsageBarProps) => {
  const percent = percentIn(used, all);
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
        {kept > 0 && (
          <span
            style={{ width: `${Math.min(100 - percent, percentIn(kept, all))}%`, minWidth: 6 }}
            data-type={TRASH}
          />
        )}
      </div>
      <p>{words}</p>
    </div>
  );
};

const COUNTED_IN_MS = 1000;

const useCountUp = (end: number): number => {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (prefersReducedMotion()) return setShown(end);
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
