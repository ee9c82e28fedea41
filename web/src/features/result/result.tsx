import { Link, useSearch } from 'wouter';
import { Button } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { resultTexts as text } from '../../shared/messages/result-texts.js';
import { Loading, Notice } from '../../shared/pages/notice.js';
import { PageFrame, Panel } from '../../shared/pages/page-frame.js';
import { useSession } from '../../shared/session/current-session.js';
import { SmallPicture } from '../../shared/files/small-picture.js';
import { kindLabelOf } from '../../shared/kinds/kind-label.js';
import { api, queryFnOf } from '../../shared/api/api.js';
import css from './result.module.css';

export const Result = (actions: Omit<OwnResultsProps, 'words'>) => {
  const signedIn = useSession() !== null;
  const words = new URLSearchParams(useSearch()).get('q')?.trim().slice(0, 255) ?? '';
  const installation = useInstallation();
  if (!installation) return <Loading />;
  const { search } = installation;
  if (!signedIn && !search)
    return <Notice title={text.off} text={text.offHint} action={text.goHome} href="/" />;
  return (
    <PageFrame title={words === '' ? text.title : text.titleOf(words)} lead={words === '' && text.say}>
      {words !== '' && signedIn && <OwnResults words={words} {...actions} />}
      {words !== '' && search && (
        <Panel title={text.web}>
          <iframe
            key={words}
            className={css.frame}
            src={`${search.path}?${new URLSearchParams({ q: words })}`}
            title={text.web}
            sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          />
        </Panel>
      )}
      {signedIn && !search && <p className={css.off}>{text.off}</p>}
    </PageFrame>
  );
};

interface OwnResultsProps {
  words: string;
  onOpen: (element: ElementView) => void;
  addressOfFolder: (folder: string) => string;
}

const OwnResults = ({ words, ...actions }: OwnResultsProps) => {
  const { data, isFetching, isError, refetch } = useSearchResultsQuery(words, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Panel title={text.own}>
      {isFetching ? (
        <Loading />
      ) : isError || !data ? (
        <div className={css.failed} role="alert">
          <p>{text.failed}</p>
          <Button variant="quiet" onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        </div>
      ) : data.docs.length === 0 ? (
        <p className={css.none}>{text.none(words)}</p>
      ) : (
        <ul className={css.list}>
          {data.docs.map((element) => (
            <Row key={element._id} element={element} {...actions} />
          ))}
        </ul>
      )}
      {data?.more && !isFetching && <p className={css.none}>{text.more}</p>}
    </Panel>
  );
};

interface RowProps extends Omit<OwnResultsProps, 'words'> {
  element: ElementView;
}

const Row = ({ element, onOpen, addressOfFolder }: RowProps) => {
  const folder = element.path === '/' ? text.top : element.path.slice(1, -1).replaceAll('/', ' › ');
  return (
    <li>
      <button type="button" onClick={() => onOpen(element)}>
        <SmallPicture element={element} size={40} />
        <span>
          {element.linkname}
          <small>{kindLabelOf(element)}</small>
        </span>
      </button>
      <Link href={addressOfFolder(element.path)} aria-label={text.inFolder(folder)}>
        {folder}
      </Link>
    </li>
  );
};

const MOST_LISTED = 200;

const resultApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchResults: build.query({
      queryFn: queryFnOf('searchElements', (text: string) => ({ body: { text, limit: MOST_LISTED } })),
      keepUnusedDataFor: 10,
    }),
  }),
});
const { useSearchResultsQuery } = resultApi;
