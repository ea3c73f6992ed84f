import { expect, type Locator, type Page } from '@playwright/test';

/** The list of stacks, and the page of one stack. */
export class StackPage {
  readonly logs: Locator;
  readonly newestLog: Locator;
  readonly alert: Locator;
  readonly dialog: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.logs = page.getByRole('region', { name: 'Recent Action Logs' });
    this.newestLog = this.logs.getByRole('row').nth(1);
    this.alert = page.getByRole('alert');
    this.dialog = page.getByRole('dialog', { name: 'Please Confirm' });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Returns the sentence about the state of the stack, on its page. */
  state(text: string): Locator {
    return this.page.getByRole('status').filter({ hasText: text });
  }

  /** Returns the card of a stack in the list. */
  card(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  async open(name: string) {
    await this.page.goto(`/stack/detail?stackName=${name}`);
    await this.page.getByRole('heading', { name: `Stack: ${name}`, exact: true }).waitFor();
  }

  /** Opens a stack, waits until its description is loaded, and unfolds what CloudFormation reports. */
  async openLoaded(name: string) {
    await this.open(name);
    await this.unfold();
  }

  async unfold() {
    const details = this.page.getByRole('group').filter({ hasText: 'Technical details' });
    // A part above that loads meanwhile may move the line away between the press of the mouse and its release.
    if ((await details.getAttribute('open')) === null) await details.locator('summary').press('Enter');
    await expect(details).toHaveAttribute('open');
  }

  /** Clicks a button, and confirms its question. */
  async confirm(name: string) {
    await this.button(name).click();
    await this.dialog.getByRole('button', { name: 'Confirm' }).click();
  }

  /** Returns the cells of all events, newest first. */
  async events(): Promise<string[][]> {
    await this.unfold();
    const rows = await this.page.getByRole('table', { name: 'Events' }).getByRole('row').allInnerTexts();
    return rows.map((row) => row.split(/\s+/));
  }
}
