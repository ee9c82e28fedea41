import css from './json-tree.module.css';

interface JsonTreeProps {
  name: string;
  value: unknown;
  open?: boolean;
}

export const JsonTree = ({ name, value, open = false }: JsonTreeProps) => {
  if (typeof value !== 'object' || value === null)
    return (
      <p className={css.leaf}>
        <span>{name}</span> <code>{JSON.stringify(value)}</code>
      </p>
    );
  const entries = Object.entries(value);
  return (
    <details className={css.branch} open={open}>
      <summary>
        {name} <small>{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</small>
      </summary>
      <ul>
        {entries.map(([key, each]) => (
          <li key={key}>
            <JsonTree name={key} value={each} />
          </li>
        ))}
      </ul>
    </details>
  );
};
