import { expect, type Locator, type Page } from '@playwright/test'

/** More than any screen has; beyond it the keyboard goes round without getting there. */
const MAX_STOPS = 150

/** What goes on to the next place: Tab from stop to stop, an arrow within a menu. */
type NextStop = 'Tab' | 'Shift+Tab' | 'ArrowDown'

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement && document.hasFocus())

/** From stop to stop, as people without a mouse get there. */
export async function tabTo(page: Page, target: Locator, key: NextStop = 'Tab') {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
  }
  await expect(target, 'the keyboard gets there').toBeFocused()
}

/** Gets there and presses it. */
export async function pressAt(page: Page, target: Locator, key: NextStop = 'Tab') {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** Gets there and writes over what stands in it. */
export async function typeAt(page: Page, target: Locator, text: string, key: NextStop = 'Tab') {
  await tabTo(page, target, key)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
