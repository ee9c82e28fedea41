import { useInstallation } from '../../shared/installation/installation-api.js';
import { formatLongDay } from '../../shared/format/dates-and-sizes.js';
import { legalTexts as text, type ReadingPage } from '../../shared/messages/legal-texts.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import { Words } from '../../shared/pages/words.js';
import css from './reading.module.css';

const Reading = ({ page }: { page: ReadingPage }) => {
  const { title, lead, sections } = text.pages[page];
  const installation = useInstallation();
  return (
    <PageFrame title={title} lead={lead} narrow>
      <article className={css.sheet}>
        {page === 'terms' && installation && (
          <p className={css.effective}>{text.effective(formatLongDay(installation.termsEffective))}</p>
        )}
        {sections.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            {section.text.map((words) => (
              <p key={words}>
                <Words text={words} />
              </p>
            ))}
          </section>
        ))}
        {page !== 'cookie' && installation && (
          <section>
            <h2>{text.operator}</h2>
            {installation.operator.name ? (
              <address>
                {installation.operator.name}
                <br />
                {installation.operator.address ?? <Words text={text.noAddress} />}
              </address>
            ) : (
              <p>
                <Words text={text.noOperator} />
              </p>
            )}
          </section>
        )}
      </article>
    </PageFrame>
  );
};

export default Reading;
