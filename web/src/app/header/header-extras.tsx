import { NewsButton } from '../../features/news/news-button.js';
import { WeatherBadge } from '../../features/weather/weather-badge.js';
import css from './header-extras.module.css';

/** News and weather, for who is signed in. */
const HeaderExtras = () => (
  <>
    <WeatherBadge className={css.icon} />
    <NewsButton className={css.icon} />
  </>
);

export default HeaderExtras;
