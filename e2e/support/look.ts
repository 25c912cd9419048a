import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import sharp from 'sharp'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const FOLDER = join(import.meta.dirname, '../../docs/screens')
const HEIGHTS: Record<number, number> = { 360: 780, 390: 844, 1024: 768, 1440: 900, 1920: 1080 }
const DESKTOP = 1440

/** Pages follow the system unless the person chose otherwise; the landing page reads it only while loading. */
async function inTheme(page: Page, theme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate((wanted) => {
    document.documentElement.dataset['theme'] = wanted
    // Colours on their way from one theme to the other belong to neither.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  }, theme)
}

/** Evaluated, not added as a script: the page's own policy would refuse that. Loaded once for each page. */
async function loadAxe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

async function expectNoFinding(page: Page, theme: string) {
  await loadAxe(page)
  const findings = await page.evaluate(async () => {
    // A menu belongs to its button, wherever in the page it is put; it is no content that a landmark could hold.
    const rules = { region: { enabled: !document.querySelector('[role="menu"]') } }
    const { violations } = await window.axe.run(document, { rules, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  })
  expect(findings, `accessibility in ${theme}`).toEqual([])
}

async function shoot(page: Page, name: string) {
  // Another width may bring parts that are loaded only then.
  await expect(page.locator('h1').first()).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  // With 256 colours they look the same and are a third of the size.
  await sharp(picture)
    .png({ palette: true, effort: 7 })
    .toFile(join(FOLDER, `${name}.png`))
}

/**
 * Looks at what is on the screen now: axe finds nothing, in light and in dark. With PICTURES set it also writes
 * docs/screens/<name>-<theme>.png, and <name>-<width>-<theme>.png for further widths.
 */
export async function look(page: Page, name: string, ...widths: number[]) {
  const others = widths.filter((width) => width !== DESKTOP)
  for (const theme of ['light', 'dark'] as const) {
    await inTheme(page, theme)
    await expectNoFinding(page, theme)
    if (!process.env['PICTURES']) continue
    await shoot(page, `${name}-${theme}`)
    for (const width of others) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 })
      await shoot(page, `${name}-${width}-${theme}`)
    }
    if (others.length > 0) await page.setViewportSize({ width: DESKTOP, height: HEIGHTS[DESKTOP] ?? 900 })
  }
  await inTheme(page, 'light')
}
