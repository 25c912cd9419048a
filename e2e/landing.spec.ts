import { brotliCompressSync } from 'node:zlib'
import { look } from './support/look.ts'
import { takeGuidePictures, takeProductPictures } from './support/product-pictures.ts'
import { origins } from './support/settings.ts'
import { overSlow4g } from './support/slow-network.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: origins.www })

/** Letters are as wide as in the product's font: whatever stands in for it has other widths. */
async function isInOwnFont() {
  const font = [...document.fonts].find(({ family }) => family.includes('Geist Variable'))
  await font?.loaded
  const widthIn = (family: string) => {
    const sample = document.createElement('span')
    sample.style.cssText = `position:absolute;visibility:hidden;font:100px ${family}`
    sample.textContent = 'Every step, one line.'
    document.body.append(sample)
    const { width } = sample.getBoundingClientRect()
    sample.remove()
    return width
  }
  return widthIn('var(--ff-sans)') !== widthIn('"Geist Fallback", system-ui, sans-serif')
}

test('Every address of the marketing host is the landing page, which asks nobody who is there and leads into the application', async ({
  page,
  openBrowser,
}) => {
  const signedIn = await (await openBrowser({ as: 'maya' })).newPage()
  const called: string[] = []
  signedIn.on('request', (request) => called.push(new URL(request.url()).pathname))
  for (const path of ['/', '/signin', '/there/is/nothing/here', '/home']) {
    await signedIn.goto(path)
    await expect(signedIn).toHaveURL('/home')
    await expect(signedIn.getByRole('heading', { level: 1 })).toHaveText('Every step,one line.')
  }
  expect(called.filter((path) => path.startsWith('/v1/'))).toEqual([])

  await page.goto('/home')
  // A font that came late is for the next page. Pictures are taken of one that had it in time.
  await expect(async () => {
    await page.reload()
    expect(await page.evaluate(isInOwnFont)).toBe(true)
  }).toPass({ timeout: 30_000 })
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()))
  await look(page, 'landing', 1024, 1920, 360)
  await page.getByLabel('Join our waitlist to get early access').first().fill('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Thank you for your interest')).toHaveCount(2)
  await look(page, 'landing-joined')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(`${origins.app}/register`)
})

if (process.env['PICTURES'])
  test('Landing page and guide show the seeded organization as it looks now', async ({ openBrowser }) => {
    test.slow()
    const page = await (await openBrowser({ as: 'maya', baseURL: origins.app })).newPage()
    await takeProductPictures(page)
    await takeGuidePictures(page)
  })

/** Counts the frames of each canvas, and what the browser itself measures of the page. */
function watch() {
  const counts: Record<string, number> = {}
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the pen that it was called on
  const clear = CanvasRenderingContext2D.prototype.clearRect
  CanvasRenderingContext2D.prototype.clearRect = function (...rectangle) {
    const name = this.canvas.dataset['art'] ?? ''
    counts[name] = (counts[name] ?? 0) + 1
    clear.apply(this, rectangle)
  }
  const measured = { frames: counts, shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) measured.shift += Number(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
  Object.assign(window, { measured })
}

test('The landing page weighs little, does not move while it loads, draws only what is on the screen, and reflows', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({ reducedMotion: 'no-preference' })).newPage()
  const weights: Promise<number>[] = []
  page.on('response', (response) => {
    if (/\/home$|\.(js|css)$/.test(response.url()))
      weights.push(response.body().then((body) => brotliCompressSync(body).length))
  })
  await page.addInitScript(watch)
  await overSlow4g(page)
  await page.goto('/home')
  await page.waitForLoadState('networkidle')
  const read = () => page.evaluate(() => structuredClone(Reflect.get(window, 'measured')))
  const loaded = await read()
  expect((await Promise.all(weights)).reduce((sum, one) => sum + one, 0)).toBeLessThan(45_000)
  expect(loaded.shift).toBeLessThanOrEqual(0.01)
  expect(loaded.frames.hero).toBeGreaterThan(1)
  expect(Object.keys(loaded.frames)).toEqual(['hero'])

  await page.getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'About' })).toBeInViewport()
  await expect(page.getByRole('banner')).toHaveAttribute('data-scrolled', '')
  await page.waitForTimeout(1_500)
  const below = await read()
  await page.waitForTimeout(500)
  expect((await read()).frames.hero).toBe(below.frames.hero)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/home')
  await page.waitForLoadState('networkidle')
  expect((await read()).frames.hero ?? 0).toBeLessThanOrEqual(2)
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 512 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('Without scripts the landing page says everything and leads into the application', async ({ openBrowser }) => {
  const page = await (await openBrowser({ javaScriptEnabled: false })).newPage()
  await page.goto('/home')
  for (const name of ['Streamline your workflow', 'Smart process oversight', 'Seamless integration', 'About'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toHaveAttribute('href', `${origins.app}/signin`)
})
