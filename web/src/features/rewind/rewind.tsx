import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { formatMoment } from '../../shared/format/dates-and-sizes.js';
import { ListEnd } from '../../shared/listings/list-parts.js';
import { rewindTexts as text } from '../../shared/messages/rewind-texts.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import { FormerFolderPanel } from './former-folder.js';
import { type Moment, useMoments, type When } from './rewind-api.js';
import css from './rewind.module.css';

interface Chosen {
  when: When;
  words: string;
}

const Rewind = () => {
  const [params, setParams] = useSearchParams();
  const top = params.get('folder') ?? 'root';
  const [chosen, choose] = useState<Chosen | null>(null);
  const moments = useMoments(top);
  const { listed, reload } = moments;
  return (
    <PageFrame title={text.title} lead={listed && text.lead(listed.days)}>
      <div className={css.sides}>
        <Line key={top} moments={moments} chosen={chosen} choose={choose} />
        {chosen ? (
          <FormerFolderPanel
            key={JSON.stringify([top, chosen.when])}
            top={top}
            {...chosen}
            leave={() => setParams({})}
            changed={() => void reload()}
          />
        ) : (
          <section className={css.panel}>
            <p className="nothing-yet stack">{text.choose}</p>
          </section>
        )}
      </div>
    </PageFrame>
  );
};

export default Rewind;

interface LineProps {
  moments: ReturnType<typeof useMoments>;
  chosen: Chosen | null;
  choose: (chosen: Chosen) => void;
}

const Line = ({ moments, chosen, choose }: LineProps) => {
  const { listed, isError } = moments;
  return (
    <section className={css.panel} aria-label={text.line}>
      <AtTime choose={choose} />
      {!listed && !isError && <Loader size="sm" role="status" aria-label={text.line} />}
      <ol className={css.line}>
        {listed?.docs.map((moment) => (
          <MomentButton
            key={moment.version}
            moment={moment}
            isChosen={chosen !== null && 'version' in chosen.when && chosen.when.version === moment.from - 1}
            choose={choose}
          />
        ))}
      </ol>
      {listed?.docs.length === 0 && <p className="nothing-yet stack">{text.nothingHappened}</p>}
      <ListEnd {...moments} words={text} hasMore={Boolean(listed?.next)} />
    </section>
  );
};

interface MomentButtonProps extends Pick<LineProps, 'choose'> {
  moment: Moment;
  isChosen: boolean;
}

const MomentButton = ({ moment, isChosen, choose }: MomentButtonProps) => {
  const what = text.happened(moment);
  const when = formatMoment(moment.date);
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => choose({ when: { version: moment.from - 1 }, words: text.before(what, when) })}
      >
        <span>{what}</span>
        <small>{[when, moment.device].filter(Boolean).join(' · ')}</small>
      </button>
    </li>
  );
};

const AtTime = ({ choose }: Pick<LineProps, 'choose'>) => {
  const show = (value: string): void => {
    const at = new Date(value);
    if (Number.isNaN(at.getTime())) return;
    const iso = at.toISOString();
    choose({ when: { at: iso }, words: text.atTime(formatMoment(iso)) });
  };
  return (
    <label className={css.at}>
      {text.at}
      <input type="datetime-local" onChange={({ currentTarget }) => show(currentTarget.value)} />
    </label>
  );
};
