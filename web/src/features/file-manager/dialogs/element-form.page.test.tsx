import './styles.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../../../testing/show.js';
import { ElementForm } from './element-form.js';
import type { FormFields, Submitted } from './use-element-form.js';

describe('the form of an element', () => {
  let hide = (): void => undefined;
  const close = vi.fn();
  const open = (submit: (fields: FormFields) => Promise<Submitted>): void => {
    hide = show(
      <ElementForm
        title="Add Link"
        nameLabel="Name"
        submitLabel="Add"
        url="editable"
        initial={{ name: '', url: '', tags: [] }}
        close={close}
        submit={submit}
      />,
    );
  };
  afterEach(() => {
    hide();
    close.mockReset();
  });

  it('starts in the name, sends what was typed on Enter, and closes', async () => {
    const submit = vi.fn(async (): Promise<Submitted> => 'done');
    open(submit);
    await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
    await userEvent.keyboard('Example');
    await userEvent.fill(page.getByRole('textbox', { name: 'URL' }), 'example.org');
    await userEvent.fill(page.getByRole('combobox', { name: 'Tags' }), 'one');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('button', { name: 'Add' }));
    await expect.poll(() => close.mock.calls.length).toBe(1);
    expect(submit).toHaveBeenCalledWith({ name: 'Example', url: 'example.org', tags: ['one'] });
  });

  it('shows errors at their fields, goes to the first, keeps the input', async () => {
    open(async () => ({ url: 'Invalid URL' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Example');
    await userEvent.fill(page.getByRole('textbox', { name: 'URL' }), 'localhost');
    await userEvent.click(page.getByRole('button', { name: 'Add' }));
    await expect.element(page.getByText('Invalid URL')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'URL' })).toHaveFocus();
    await expect.element(page.getByRole('textbox', { name: 'URL' })).toHaveValue('localhost');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Example');
    await userEvent.type(page.getByRole('textbox', { name: 'URL' }), '.org');
    await expect.element(page.getByText('Invalid URL')).not.toBeInTheDocument();
    expect(close).not.toHaveBeenCalled();
  });

  it('covers itself while it saves, and sends once', async () => {
    const { promise, resolve } = Promise.withResolvers<Submitted>();
    const submit = vi.fn(() => promise);
    open(submit);
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Example');
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(page.getByRole('status', { name: 'Saving' })).toBeVisible();
    expect(submit).toHaveBeenCalledTimes(1);
    resolve({});
    await expect.element(page.getByRole('status', { name: 'Saving' })).not.toBeInTheDocument();
  });

  it('closes on Escape and on Cancel', async () => {
    open(async () => 'done');
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(2);
  });
});
