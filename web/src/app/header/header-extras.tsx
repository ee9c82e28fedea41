import { NewsButton } from '../../features/news/news-button.js';
import { WeatherBadge } from '../../features/weather/weather-badge.js';
import css from './header.module.css';

const HeaderExtras = () => (
  <>
    <WeatherBadge className={css.icon} />
    <NewsButton className={css.icon} />
  </>
);

export default HeaderExtras;
