import { lazy, Suspense } from 'react';
import type { ElementView } from '@skyshelf/contracts/browser';
import { formatMoment } from '../../shared/format/dates-and-sizes.js';
import { historyTexts as text } from '../../shared/messages/history-texts.js';
import { FileView } from '../windows/public.js';
import { isText, shownVersion } from './version-element.js';
import type { Version } from './versions-api.js';
import css from './history.module.css';

const Difference = lazy(() => import('./difference.js'));

interface ComparisonProps {
  file: ElementView;
  version: Version;
  current: Version;
}

export const Comparison = ({ file, version, current }: ComparisonProps) => {
  const both = <BothViews file={file} version={version} current={current} />;
  if (!isText(version) || !isText(current)) return both;
  return (
    <Suspense>
      <Difference
        key={`${version.version} ${current.version}`}
        before={shownVersion(file, version)}
        after={shownVersion(file, current)}
        labels={[formatMoment(version.date), text.current]}
        otherwise={both}
      />
    </Suspense>
  );
};

const BothViews = ({ file, version, current }: ComparisonProps) => (
  <div className={css.both}>
    {[version, current].map((each) => (
      <figure key={each.version}>
        <figcaption>{each.current ? text.current : formatMoment(each.date)}</figcaption>
        <div className={css.shown}>
          <Suspense>
            <FileView {...shownVersion(file, each)} />
          </Suspense>
        </div>
      </figure>
    ))}
  </div>
);
