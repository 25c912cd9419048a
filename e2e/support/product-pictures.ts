import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { PALETTE } from './look.ts'

const LANDING = join(import.meta.dirname, '../../web/src/areas/landing/pictures')
const DOCUMENTS = join(import.meta.dirname, '../../docs/screens')
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 780 }

async function shoot(page: Page, shown: string) {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText(shown)
  // Some of the words stand there while the rest is still loading.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  // Parts that come late have arrived when nothing is asked for any more.
  await page.waitForLoadState('networkidle')
  return sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
}

/** Where the first link of this name in the list at `path` leads to, opened afresh. */
async function follow(page: Page, path: string, name: string) {
  await page.goto(path)
  const link = page.getByRole('main').getByRole('link', { name }).first()
  await page.goto((await link.getAttribute('href')) ?? path)
}

/** What the landing page shows of the product, from the seeded organization, in both themes. */
export async function takeProductPictures(page: Page) {
  for (const theme of ['light', 'dark'] as const) {
    const write = async (name: string, shown: string) => {
      const picture = await shoot(page, shown)
      await picture.avif({ quality: 50, effort: 4 }).toFile(join(LANDING, `${name}-${theme}.avif`))
      await picture.webp({ quality: 78, effort: 6 }).toFile(join(LANDING, `${name}-${theme}.webp`))
    }
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize(PHONE)
    await page.goto('/home')
    await write('home-360', 'Overdue')
    await page.setViewportSize(DESKTOP)
    await page.goto('/home')
    await write('home', 'My work')
    await page.goto('/integrations')
    await write('integrations', 'Connected')
    await follow(page, '/all-instances', 'Castell Holdings BV')
    await write('instance', 'Castell Holdings BV')
    await follow(page, '/workflows', 'Invoice Approval')
    await write('builder', 'Enter the invoice')
  }
}

/** Pages of the seeded organization that the documents show, some with words that are there once they are loaded. */
const GUIDE = [
  ['home', '/home', 'My work'],
  ['tasks', '/tasks', 'Meridian Foods Ltd'],
  ['files', '/files', ''],
  ['workflows', '/workflows', 'Invoice Approval'],
  ['guide-integrations', '/integrations', 'Connected'],
] as const

/** The same for what a link in a list leads to. */
const GUIDE_OPENED = [
  ['builder', '/workflows', 'Invoice Approval', 'Enter the invoice'],
  ['instance', '/all-instances', 'Castell Holdings BV', 'Castell Holdings BV'],
] as const

/** What README and guide show, from the same organization. */
export async function takeGuidePictures(page: Page) {
  const write = async (name: string, shown: string) =>
    (await shoot(page, shown)).png(PALETTE).toFile(join(DOCUMENTS, `${name}-light.png`))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(DESKTOP)
  for (const [name, path, shown] of GUIDE) {
    await page.goto(path)
    await write(name, shown)
  }
  for (const [name, path, link, shown] of GUIDE_OPENED) {
    await follow(page, path, link)
    await write(name, shown)
  }
}
