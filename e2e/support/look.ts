import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import sharp from 'sharp'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const ALL_PICTURES = join(import.meta.dirname, '../../test-results/screens')
const SHOWN_BY_DOCUMENTS = join(import.meta.dirname, '../../docs/screens')
const HEIGHTS: Record<number, number> = { 360: 780, 390: 844, 1024: 768, 1440: 900, 1920: 1080 }
const DESKTOP = 1440

type Theme = 'light' | 'dark'

/** Pages follow the system unless the person chose otherwise; the landing page reads it only while loading. */
async function inTheme(page: Page, theme: Theme) {
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

/**
 * A theme changes colours and nothing else, so in dark only the rules about colour run. Another width lays things out anew
 * in the same colours, so there the contrasts, which take longest to look at, are left out.
 */
type Rules = 'all' | 'colour' | 'layout'

async function expectNoFinding(page: Page, theme: Theme, asked: Rules) {
  await loadAxe(page)
  const findings = await page.evaluate(async (rulesAsked) => {
    // An open dialog is all that can be used; the page behind it was looked at before. Of several the last is on top.
    const open = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].findLast((dialog) =>
      dialog.checkVisibility(),
    )
    // Asking for a category also asks for the rule in it that is off by itself.
    const colour = { runOnly: ['cat.color'], rules: { 'color-contrast-enhanced': { enabled: false } } }
    // A menu belongs to its button, wherever in the page it is put; it is no content that a landmark could hold.
    const region = { enabled: !document.querySelector('[role="menu"]') }
    const layout = { rules: { region, 'color-contrast': { enabled: false } } }
    const rules = { all: { rules: { region } }, colour, layout }[rulesAsked]
    const { violations } = await window.axe.run(open ?? document, { ...rules, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, asked)
  expect(findings, `accessibility in ${theme}, ${page.viewportSize()?.width} wide`).toEqual([])
}

/** With 256 colours they look the same and are a third of the size. */
export const PALETTE = { palette: true, effort: 7 }

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 })

async function shoot(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const file = `${name}.png`
  await mkdir(ALL_PICTURES, { recursive: true })
  await sharp(picture).png(PALETTE).toFile(join(ALL_PICTURES, file))
  if (existsSync(join(SHOWN_BY_DOCUMENTS, file)))
    await copyFile(join(ALL_PICTURES, file), join(SHOWN_BY_DOCUMENTS, file))
}

/**
 * Looks at what is on the screen now: axe finds nothing, all rules in light and those about colour in dark; at narrower
 * widths those that are not about colour. With PICTURES set it also writes test-results/screens/<name>-<theme>.png, and
 * <name>-<width>-<theme>.png for further widths; those that stand in docs/screens are written anew there too.
 */
export async function look(page: Page, name: string, ...widths: number[]) {
  const others = widths.filter((width) => width !== DESKTOP)
  const narrower = others.filter((width) => width < DESKTOP)
  const shoots = Boolean(process.env['PICTURES'])
  for (const theme of ['light', 'dark'] as const) {
    const isLight = theme === 'light'
    await inTheme(page, theme)
    await expectNoFinding(page, theme, isLight ? 'all' : 'colour')
    if (shoots) await shoot(page, `${name}-${theme}`)
    const resized = shoots ? others : isLight ? narrower : []
    for (const width of resized) {
      await resize(page, width)
      // Another width may bring parts that are loaded only then.
      await expect(page.locator('h1').first()).toBeAttached()
      if (isLight && narrower.includes(width)) await expectNoFinding(page, theme, 'layout')
      if (shoots) await shoot(page, `${name}-${width}-${theme}`)
    }
    if (resized.length > 0) await resize(page, DESKTOP)
  }
  await inTheme(page, 'light')
}
