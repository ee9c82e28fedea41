import { type UsageClass, usageClasses } from '@skyshelf/contracts/rules';
import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { accountTexts as text } from '../../shared/messages/account-texts.js';
import css from './storage.module.css';

type UsageOfTypes = Readonly<Record<UsageClass, number>>;

const RADIUS = 40;
const ROUND = 2 * Math.PI * RADIUS;
/** Of the circumference, between two parts. */
const GAP = 2;

interface Part {
  name: UsageClass;
  bytes: number;
  /** 0 to 1. */
  share: number;
  /** 0 to 1. */
  from: number;
}

const partsOf = (usage: UsageOfTypes): Part[] => {
  const sum = usageClasses.reduce((all, name) => all + usage[name], 0);
  let from = 0;
  return usageClasses.map((name) => {
    const share = sum > 0 ? usage[name] / sum : 0;
    const part = { name, bytes: usage[name], share, from };
    from += share;
    return part;
  });
};

const percentOf = (share: number): string =>
  share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(share * 100)} %`;

export const UsageByType = ({ usage }: { usage: UsageOfTypes }) => {
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
          {parts.map(({ name, bytes, share }) => (
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
