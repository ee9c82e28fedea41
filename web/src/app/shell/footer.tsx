import { Link } from 'wouter';
import { text } from '../../shared/messages/en.js';
import css from './footer.module.css';

export const Footer = () => (
  <footer className={css.footer}>
    <span>{text.shell.rights(new Date().getFullYear())}</span>
    <nav aria-label={text.shell.legal}>
      <Link href="/terms">{text.shell.terms}</Link>
      <Link href="/privacy">{text.shell.privacy}</Link>
      <Link href="/cookie">{text.shell.cookie}</Link>
    </nav>
  </footer>
);
