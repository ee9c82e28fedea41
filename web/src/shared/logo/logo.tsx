import { Link } from 'wouter';
import { text } from '../messages/en.js';
import css from './logo.module.css';

export const Logo = () => (
  <Link className={css.logo} href="/" aria-label={text.header.home}>
    <img src="/favicon.svg" width={34} height={34} alt="" />
    <span>{text.product}</span>
  </Link>
);
