import '../../../shared/dialogs/styles.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../../../testing/show.js';
import { ElementForm } from './element-form.js';
import type { FormFields, Submitted } from './use-element-form.js';

describe('the form of an element', () => {
  let hide = (): void => undefined;
  const close = vi.fn();
  const open = (
    submit: (fields: FormFields) => Promise<Submitted>,
    more: Partial<Parameters<typeof ElementForm>[0]> = {},
  ): void => {
    hide = show(
      <ElementForm
        title="Add Link"
        nameLabel="Name"
        submitLabel="Add"
        url="editable"
        initial={{ name: '', url: '', tags: [] }}
        close={close}
        submit={submit}
        {...more}
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

  it('says what is wrong a moment after the last key, and that it is right at once', async () => {
    const check = ({ name, url }: FormFields) => ({
      name: name === '' ? 'This field is required' : undefined,
      url: url.includes('.') ? undefined : 'Invalid URL',
    });
    open(async () => 'done', { check });
    await userEvent.type(page.getByRole('textbox', { name: 'URL' }), 'example');
    await expect.element(page.getByText('Invalid URL')).toBeVisible();
    expect(page.getByText('This field is required').query()).toBeNull();
    await userEvent.keyboard('.org');
    expect(page.getByText('Invalid URL').query()).toBeNull();
  });

  it('says at once what is wrong with an address that it was opened with', async () => {
    const check = () => ({ url: 'Invalid URL' });
    open(async () => 'done', { check, initial: { name: '', url: 'javascript:alert(1)', tags: [] } });
    await expect.element(page.getByText('Invalid URL')).toBeVisible();
  });

  it('fills in the name that goes with an address, and leaves one that was typed', async () => {
    const propose = async ({ url }: FormFields) => `Name of ${url}`;
    open(async () => 'done', { propose });
    await userEvent.fill(page.getByRole('textbox', { name: 'URL' }), 'a.org');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Name of a.org');
    await userEvent.fill(page.getByRole('textbox', { name: 'URL' }), 'b.org');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Name of b.org');
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Mine');
    await userEvent.fill(page.getByRole('textbox', { name: 'URL' }), 'c.org');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
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

  it('leaves the focus where it is while one types', async () => {
    open(async () => 'done');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.click(page.getByRole('textbox', { name: 'URL' }));
    await userEvent.keyboard('example.org');
    await expect.element(page.getByRole('textbox', { name: 'URL' })).toHaveValue('example.org');
    await expect.element(page.getByRole('textbox', { name: 'URL' })).toHaveFocus();
  });

  it('closes on Escape and on Cancel', async () => {
    open(async () => 'done');
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(2);
  });
});
