import { Link } from 'wouter';
import { text } from '../messages/en.js';
import css from './logo.module.css';

/** @param named also on a phone */
export const Logo = ({ named = false }: { named?: boolean }) => (
  <Link className={css.logo} href="/" aria-label={text.header.home} data-named={named}>
    <img src="/favicon.svg" width={34} height={34} alt="" />
    <span>{text.product}</span>
  </Link>
);
