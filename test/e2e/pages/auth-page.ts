import { password } from '../../support/credentials.ts';
import { expect, type Locator, type Page } from '@playwright/test';

/** The sign-in page, the forms of the sign-in with a password, and the user card. */
export class AuthPage {
  readonly google: Locator;
  readonly cognito: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.google = this.button('Sign in with Google');
    this.cognito = page.getByRole('link', { name: 'Sign in with Cognito', exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** Returns the link to the user's own card in the top bar. */
  userLink(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  async expectTitle(name: string) {
    await this.page.getByRole('heading', { name, exact: true }).waitFor();
  }

  /** Opens the form for a username and a password. */
  async openSignIn(redirectUrl = '/stack') {
    await this.page.goto(`/auth/signin/cognito?redirectUrl=${encodeURIComponent(redirectUrl)}`);
    await this.field('Password').waitFor();
  }

  async signIn(username: string, typed = password) {
    await this.field('Username').fill(username);
    await this.field('Password').fill(typed);
    await this.button('Sign In').click();
  }

  async fillNewPassword(typed = password) {
    await this.field('Password').fill(typed);
    await this.field('Confirm password').fill(typed);
  }

  async signUp(username: string, invitation = 'x') {
    await this.button("Don't have an account? Sign Up").click();
    await this.field('Invitation code').fill(invitation);
    await this.field('Username').fill(username);
    await this.fillNewPassword();
    await this.button('Sign Up').click();
  }

  /** Fills in a code, and submits it. */
  async submitCode(label: string, button: string, code = '123456') {
    await this.field(label).fill(code);
    await this.button(button).click();
  }

  /** Expects a message under a field, to which the field refers. */
  async expectMessageAt(label: string, text: string) {
    await this.page.getByText(text, { exact: true }).waitFor();
    const ids = (await this.field(label).getAttribute('aria-describedby'))?.split(' ') ?? [];
    await expect(this.page.locator(`[id="${ids.at(-1)}"]`)).toContainText(text);
  }

  async expectNoMessage(text: string) {
    await expect(this.page.getByText(text, { exact: true })).toHaveCount(0);
  }
}
