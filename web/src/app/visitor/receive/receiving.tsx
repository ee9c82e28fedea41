import type { OpenedShare } from '@skyshelf/contracts/browser';
import { shownKindOf } from '@skyshelf/contracts/kinds';
import { IconCircleCheckFilled, IconCloudUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { UploadsOfVisit, useUploads } from '../../../features/uploads/page-uploads.js';
import UploadBox from '../../../features/uploads/upload-box.js';
import { formatSize, formatTime } from '../../../shared/format/dates-and-sizes.js';
import { kindIcons } from '../../../shared/kinds/kind-icons.js';
import { receivingTexts as text } from '../../../shared/messages/receiving-texts.js';
import { store } from '../../../shared/store/store.js';
import { DropArea } from './drop-area.js';
import { beginSending, keepSender, knownSender, type Sending } from './sending.js';
import { type SentFile, useArrived } from './sent-files.js';
import visitor from '../visitor.module.css';
import css from './receiving.module.css';

interface ReceivingProps {
  share: OpenedShare;
  receives: NonNullable<OpenedShare['receives']>;
}

/** The page of a link that receives: people without an account send files, by the shelf's own uploads. */
const Receiving = ({ share }: Pick<ReceivingProps, 'share'>) =>
  share.receives && <Page share={share} receives={share.receives} />;

export default Receiving;

const Page = ({ share, receives }: ReceivingProps) => {
  const [isEnded, setEnded] = useState(false);
  const [sending] = useState(() => beginSending(share.id, receives.askName, () => setEnded(true)));
  const title = share.title || text.untitled;
  useEffect(() => void (document.title = title), [title]);
  return (
    <Provider store={store}>
      <UploadsOfVisit value={sending.uploads}>
        <div className={css.page}>
          <div className={visitor.heading}>
            <h1 dir="auto">{title}</h1>
            {share.note && <p dir="auto">{share.note}</p>}
          </div>
          {isEnded ? (
            <Ended />
          ) : (
            <>
              <Limits {...receives} />
              <Send {...receives} />
            </>
          )}
          <Arrived {...sending} />
        </div>
      </UploadsOfVisit>
    </Provider>
  );
};

const Limits = ({ maxFileBytes, maxBytes, maxFiles, kinds }: ReceivingProps['receives']) => (
  <ul className={css.limits} aria-label={text.limits}>
    {[
      ...(kinds ? [text.only(kinds)] : []),
      ...(maxFileBytes === null ? [] : [text.perFile(formatSize(maxFileBytes, 1))]),
      ...(maxBytes === null ? [] : [text.inAll(formatSize(maxBytes, 1))]),
      text.files(maxFiles),
    ].map((words) => (
      <li key={words}>{words}</li>
    ))}
  </ul>
);

const Send = ({ askName, kinds }: ReceivingProps['receives']) => {
  const [name, setName] = useState(knownSender);
  const [isMissed, setMissed] = useState(false);
  const change = (changed: string): void => {
    setName(changed);
    keepSender(changed);
    setMissed(false);
  };
  const mayBegin = (): boolean => {
    const isNamed = !askName || name.trim() !== '';
    setMissed(!isNamed);
    if (!isNamed) document.getElementById('sender')?.focus();
    return isNamed;
  };
  return (
    <>
      {askName && (
        <div className={css.name}>
          <label htmlFor="sender">{text.name}</label>
          <input
            id="sender"
            value={name}
            maxLength={60}
            autoComplete="name"
            required
            aria-invalid={isMissed}
            aria-describedby="sender-hint"
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
          <p id="sender-hint" data-missed={isMissed}>
            {isMissed ? text.nameFirst : text.nameHint}
          </p>
        </div>
      )}
      <DropArea kinds={kinds} mayBegin={mayBegin} />
      <Queue />
    </>
  );
};

const Queue = () => {
  const { unsettled } = useUploads().totals;
  return (
    <>
      <UploadBox inPage />
      <p className={css.fine}>{unsettled > 0 ? text.keepOpen : text.ownOnly}</p>
    </>
  );
};

/** The latest; a sender may have sent thousands. */
const LISTED = 200;

const Arrived = ({ sent }: Sending) => {
  const files = useArrived(sent);
  const { totals } = useUploads();
  return (
    <>
      <p role="status" className={css.thanks}>
        {files.length > 0 && totals.unsettled === 0 && (
          <>
            <IconCircleCheckFilled size={22} aria-hidden />
            {text.arrived(files.length)}
          </>
        )}
      </p>
      {files.length > 0 && (
        <section className={css.sent} aria-labelledby="sent">
          <h2 id="sent">{text.sent}</h2>
          <ul>
            {files.slice(0, LISTED).map((file) => (
              <SentLine key={file.uploadId} {...file} />
            ))}
          </ul>
          {files.length > LISTED && <p className={css.fine}>{text.more(files.length - LISTED)}</p>}
        </section>
      )}
    </>
  );
};

const kindOfName = (name: string) =>
  shownKindOf({
    kind: 'application/octet-stream',
    extension: /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? null,
  });

const SentLine = ({ name, size, at }: SentFile) => (
  <li>
    <img src={kindIcons[kindOfName(name)]} width={28} height={28} alt="" />
    <span dir="auto">{name}</span>
    <small>{formatSize(size, 1)}</small>
    <small>{formatTime(at)}</small>
  </li>
);

const Ended = () => (
  <section className={css.ended} role="status">
    <IconCloudUpload size={40} stroke={1.5} aria-hidden />
    <h2>{text.ended.title}</h2>
    <p>{text.ended.text}</p>
    <button type="button" className={css.choose} onClick={() => location.reload()}>
      {text.ended.again}
    </button>
  </section>
);
