import { type FormEvent, useState } from 'react';
import { passwordTexts as text } from '../../shared/messages/password-texts.js';
import css from './visitor.module.css';

interface PasswordFormProps {
  wrong: string | null;
  isAsking: boolean;
  send: (password: string) => void;
}

const PasswordForm = ({ wrong, isAsking, send }: PasswordFormProps) => {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== '') send(password);
  };
  return (
    <form className={css.notice} onSubmit={submit}>
      <h1>{text.title}</h1>
      <p>{text.lead}</p>
      <label>
        {text.field}
        <input
          type="password"
          autoComplete="off"
          autoFocus
          value={password}
          aria-invalid={wrong !== null}
          aria-describedby="wrong"
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </label>
      <p id="wrong" role="alert" className={css.wrong}>
        {wrong}
      </p>
      <button type="submit" className={css.button} disabled={isAsking}>
        {text.open}
      </button>
    </form>
  );
};

export default PasswordForm;
