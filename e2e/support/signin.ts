import type { Page } from '@playwright/test'
import { PASSWORD } from './settings.ts'
import { expect } from './test.ts'

const LOG_OUT_QUESTION = 'Are you sure you want to log out? You will need to sign in again to access your account.'

export async function fillSignIn(page: Page, username: string, password = PASSWORD) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'LOGIN' }).click()
}

export async function signIn(page: Page, username: string, password = PASSWORD) {
  await page.goto('/signin')
  await fillSignIn(page, username, password)
  await expect(page).toHaveURL('/home')
}

/** With the identity provider's button, wherever it stands. */
export async function chooseAccount(page: Page, email: string, name: string) {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  const popup = await opened
  await popup.getByLabel('E-mail address', { exact: true }).fill(email)
  await popup.getByLabel('Name').fill(name)
  await popup.getByRole('button', { name: 'Continue' }).click()
}

/** The greeting is the page's heading; it is there once the workspace is. */
export const greeting = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ })

/** By the user dropdown at the bottom of the navigation. */
export async function askToLogOut(page: Page) {
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(LOG_OUT_QUESTION)
  return dialog
}

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)

/** Ready to be typed into. */
export async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
}
