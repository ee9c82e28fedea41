import { Loading, Notice } from '../../shared/pages/notice.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import { shellTexts as text } from '../../shared/messages/shell-texts.js';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { useSession } from '../../shared/session/current-session.js';
import { AdFrame } from '../../shared/ads/ad-frame.js';
import css from './home.module.css';

const Home = () => {
  const installation = useInstallation();
  const signedIn = useSession() !== null;
  if (!installation) return <Loading />;
  const ad = installation.ads.find(({ slot }) => slot === 'home');
  if (!ad)
    return (
      <Notice
        title={text.noAd}
        text={text.noAdHint}
        action={signedIn ? text.toFiles : text.toStart}
        href={signedIn ? '/allfiles/' : '/'}
      />
    );
  return (
    <PageFrame title={text.homeTitle} heading={<h1 className="visually-hidden">{text.homeTitle}</h1>}>
      <div className={css.window}>
        <AdFrame ad={ad} />
      </div>
    </PageFrame>
  );
};

export default Home;
