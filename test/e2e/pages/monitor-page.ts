import { expect, type Locator, type Page } from '@playwright/test';

/** The monitor: the tracked communities and their houses. */
export class MonitorPage {
  /** The field for the id or the link of a community. */
  readonly idField: Locator;
  readonly houses: Locator;
  readonly unreadHouses: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.idField = page.getByLabel('id', { exact: true });
    this.houses = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
    this.unreadHouses = this.houses.filter({ hasText: 'Unread' });
  }

  button(name: string, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  community(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  house(id: string): Locator {
    return this.houses.filter({ has: this.page.locator(`#house-${id}`) });
  }

  async idOf(house: Locator): Promise<string> {
    return (await house.getByRole('link', { name: /^\d+$/ }).textContent()) ?? '';
  }

  /** Returns the price of a house, as in "389 万". */
  price(house: Locator): Locator {
    return house.getByText(/^[\d.,]+ 万$/);
  }

  /** Returns the button of a house that opens the chart of its prices. */
  chartButton(within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name: /Chart$/ });
  }

  /** Opens the monitor, and waits until its houses are loaded. */
  async open(search = '') {
    await this.page.goto(`/ljmonitor${search}`);
    await this.houses.first().waitFor();
  }

  /** Waits until no list stands in for the one that the filters ask for. */
  async isUpToDate() {
    await expect(this.page.locator('ul[aria-busy=true]')).toHaveCount(0);
  }

  async reload() {
    await this.page.reload();
    await this.houses.first().waitFor();
  }

  /** Chooses how high the rows are. A phone shows the choice beside the filters. */
  async chooseRows(density: 'Comfortable' | 'Compact') {
    const rows = this.page.getByRole('combobox').filter({ hasText: density });
    const filters = this.page.getByText('Filters', { exact: true });
    const isFolded = !(await rows.isVisible());
    if (isFolded) await filters.click();
    await rows.selectOption(density);
    if (isFolded) await filters.click();
  }

  /** Shows the communities, which a phone folds to a line. */
  async unfoldCommunities() {
    await this.page.getByRole('button', { name: /^\d communities/ }).click();
  }

  async delete(name: string) {
    await this.button('delete', this.community(name)).click();
    await this.button('Delete', this.page.getByRole('dialog')).click();
  }

  /** Adds a community by its id or a link, waits until it is checked completely, and returns its row. */
  async add(pasted: string, name: string): Promise<Locator> {
    await this.idField.fill(pasted);
    await this.button('add').click();
    await this.community(name)
      .getByText(/ checked (just now|\d)/)
      .waitFor();
    return this.community(name);
  }

  /** Refreshes all communities, and waits for the end. The page's clock goes faster than the page is patient. */
  async refreshAll() {
    await this.button('refresh all').click();
    await this.page.getByText(/^Refreshing: \d+\.\d\d%$/).waitFor();
    const end = this.page.getByText(/^Last refresh \w+ at \d+ mins ago$/);
    await expect(async () => {
      await this.page.clock.fastForward(2_000);
      await expect(end).toBeVisible({ timeout: 200 });
    }).toPass({ intervals: [0] });
  }

  /** Scrolls down until all houses are loaded, then back up, and returns their number. */
  async loadAll(): Promise<number> {
    const end = this.page.getByText(/^\d+ houses$/);
    await expect(async () => {
      await this.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await expect(end).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [0] });
    await this.page.evaluate('scrollTo(0, 0)');
    return this.houses.count();
  }
}
