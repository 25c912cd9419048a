import { connections } from './support/database.ts'
import { firstLoad } from './support/first-load.ts'
import { look } from './support/look.ts'
import { greeting } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const BUDGET = 125_000
/** How many script files the first page may take, and how many more any other. */
const FILES = { home: 25, more: 15 }
const AREAS = [
  '/tasks',
  '/all-instances',
  '/workflows',
  '/workflow-templates',
  '/files',
  '/inbox',
  '/members',
  '/profile',
]

test.use({ as: 'maya' })

test('The root prepares the file index, saying so, and goes home, which greets by name and shows what there is to do', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = (name, version) => {
      indexedDB.open = open
      const request = open(name, version)
      const hold = (event: Event) => {
        event.stopImmediatePropagation()
        request.removeEventListener('success', hold)
        addEventListener('release', () => request.dispatchEvent(new Event('success')))
      }
      request.addEventListener('success', hold)
      return request
    }
  })
  await page.goto('/')
  await expect(page.getByText('Initializing...')).toBeVisible()
  await look(page, 'initializing')
  await page.evaluate(() => dispatchEvent(new Event('release')))
  await expect(page).toHaveURL('/home')
  await expect(greeting(page)).toHaveText(/Maya$/)
  const index = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('throughline')
        request.addEventListener('success', () => {
          const [table = ''] = request.result.objectStoreNames
          const { keyPath } = request.result.transaction(table).objectStore(table)
          resolve({ table, keyPath })
        })
      }),
  )
  expect(index, 'one table of files by id').toEqual({ table: 'files', keyPath: 'id' })

  await page.goto('/there/is/nothing/here')
  await expect(page).toHaveURL('/home')
  const main = page.getByRole('main')
  await expect(main).toContainText('Admin, Client Services')
  await expect(main.getByRole('region', { name: 'My work' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page).toHaveTitle(/My Workspace · Throughline$/)
  await look(page, 'home', 1024, 1920, 360)
  const roles = (await connections()).map(({ role }) => role)
  expect(roles, 'the database is reached through the doors').toEqual(
    expect.arrayContaining(['tl_identity', 'tl_relay']),
  )
})

test('The first load is small', async ({ page }) => {
  const scripts = await firstLoad(page, '/home', () => expect(greeting(page)).toBeVisible())
  const parts = scripts.filter(({ url }) => url.includes('/assets/'))
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.filter(({ encoding }) => encoding !== 'br')).toEqual([])
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  test.info().annotations.push({ type: 'first load', description: `${bytes} bytes of JavaScript` })
  expect(bytes).toBeLessThanOrEqual(BUDGET)
  expect(parts.length).toBeLessThanOrEqual(FILES.home)
  const html = await page.evaluate(async () => (await fetch('/home')).text())
  const unnamed = parts.filter(({ url }) => !html.includes(new URL(url).pathname))
  expect(unnamed, 'the page names them all, so that none waits for another').toEqual([])
})

test('Every area is a handful of files', async ({ page, openBrowser }) => {
  const isScript = (url: string) => url.includes('/assets/') && url.endsWith('.js')
  const filesOf = async (path: string) => {
    const context = await openBrowser({ as: 'maya' })
    const files = new Set<string>()
    context.on('request', (request) => {
      if (isScript(request.url())) files.add(request.url())
    })
    const fresh = await context.newPage()
    await fresh.goto(path, { waitUntil: 'networkidle' })
    await expect(fresh.getByRole('main')).toBeVisible()
    await context.close()
    return files
  }
  const home = await filesOf('/home')
  expect(home.size).toBeLessThanOrEqual(FILES.home)
  const more = await Promise.all(
    AREAS.map(async (path) => ({ path, files: [...(await filesOf(path))].filter((file) => !home.has(file)).length })),
  )
  expect(more.filter(({ files }) => files > FILES.more)).toEqual([])
  await page.close()
})
