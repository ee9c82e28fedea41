import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { file } from '../../../../testing/element.js';
import { ActionsOnScreen, Folder } from '../../../../testing/folder-on-screen.js';
import { show } from '../../../../testing/show.js';
import { ViewControls } from './view-controls.js';

it('show tiles, or lines of icon, name, date and size, as a toggle says [F2.7]', async () => {
  const modified = '2019-05-04T12:00:00.000Z';
  const photo = file('beach.jpg', { linktype: 'image/jpeg', size: 10, modified });
  const close = show(
    <>
      <ActionsOnScreen>
        <ViewControls searchRef={{ current: null }} all={[photo]} />
      </ActionsOnScreen>
      <Folder elements={[photo]} goTo={() => undefined} />
    </>,
  );
  const layouts = page.getByRole('group', { name: 'Layout' });
  const tile = page.getByRole('option', { name: /^beach\.jpg/ });
  await expect
    .element(layouts.getByRole('button', { name: 'Tiles' }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect.element(tile).toBeVisible();
  await userEvent.click(layouts.getByRole('button', { name: 'List' }));
  const row = page.getByRole('row', { name: /^beach\.jpg/ });
  await expect.element(row).toBeVisible();
  const words = (role: 'columnheader' | 'gridcell') =>
    page
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent);
  expect(words('columnheader')).toEqual(['Kind', 'Name', 'Date', 'Modified', 'Size']);
  expect(words('gridcell').slice(1)).toEqual(['beach.jpg', 'Jun 12, 2024', 'May 4, 2019', '10 Bytes']);
  expect(row.element().querySelector('img')).not.toBeNull();
  await userEvent.click(layouts.getByRole('button', { name: 'Tiles' }));
  await expect.element(tile).toBeVisible();
  close();
});
