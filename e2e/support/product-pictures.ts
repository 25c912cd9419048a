import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

const FOLDER = join(import.meta.dirname, '../../web/src/areas/landing/pictures')
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 780 }

async function write(page: Page, name: string) {
  const picture = sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  await picture.avif({ quality: 50, effort: 4 }).toFile(join(FOLDER, `${name}.avif`))
  await picture.webp({ quality: 78, effort: 6 }).toFile(join(FOLDER, `${name}.webp`))
}

async function open(page: Page, path: string, shown: string) {
  await page.goto(path)
  await expect(page.getByRole('main')).toContainText(shown)
  await page.evaluate(() => document.fonts.ready)
  // Parts that come late have arrived when nothing is asked for any more.
  await page.waitForLoadState('networkidle')
}

/** What the landing page shows of the product, from the seeded organization, in both themes. */
export async function takeProductPictures(page: Page) {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize(PHONE)
    await open(page, '/home', 'Overdue')
    await write(page, `home-360-${theme}`)
    await page.setViewportSize(DESKTOP)
    await open(page, '/home', 'My work')
    await write(page, `home-${theme}`)
    await open(page, '/integrations', 'Connected')
    await write(page, `integrations-${theme}`)
    await open(page, '/all-instances', 'Castell Holdings BV')
    await page.getByRole('link', { name: 'Castell Holdings BV' }).first().click()
    await open(page, page.url(), 'Castell Holdings BV')
    await write(page, `instance-${theme}`)
    await open(page, '/workflows', 'Invoice Approval')
    await page.getByRole('link', { name: 'Invoice Approval' }).first().click()
    await open(page, page.url(), 'Enter the invoice')
    await write(page, `builder-${theme}`)
  }
}
