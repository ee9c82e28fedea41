import { useSearch } from 'wouter';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { resultTexts as text } from '../../shared/messages/result-texts.js';
import { Loading } from '../../shared/pages/loading.js';
import { Notice } from '../../shared/pages/notice.js';
import { PageFrame, Panel } from '../../shared/pages/page-frame.js';
import { useSession } from '../../shared/session/current-session.js';
import { OwnResults, type OwnResultsProps } from './own-results.js';
import css from './result.module.css';

/**
 * Where the search box of the header leads: what the user has, and below it what the operator's search finds in the
 * web.
 */
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
