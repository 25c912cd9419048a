import { FAILED_CALL } from './support/faults.ts'
import { ownWeight } from './support/first-load.ts'
import { look } from './support/look.ts'
import { founder } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const ROUTE_BUDGET = 70_000

test('A website is built by keyboard, published, read by a stranger without scripts, changed and taken offline', async ({
  openBrowser,
  faults,
}) => {
  test.slow()
  // The canvas shows the page in a frame without scripts; those of axe are refused there, too.
  faults.expect(/^error: Blocked script execution in 'about:(blank|srcdoc)'/)
  const host = await founder('wanda', { name: 'Cedar Partners' })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await page.goto('/webbuilder-simple')
  await expect(page).toHaveURL('/website-builder/new')
  await page.goto('/websites')
  await expect(page.getByText("You haven't created any websites yet")).toBeVisible()
  await look(page, 'websites-empty')
  await page.getByRole('link', { name: 'Create Your First Website' }).press('Enter')
  await expect(page.getByText('This page is empty. Add elements from the sidebar.')).toBeVisible()

  await test.step('elements and their texts', async () => {
    await page.getByLabel('Website title').fill('Cedar')
    await page.getByRole('button', { name: 'Heading', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Paragraph', exact: true }).press('Enter')
    const list = page.getByRole('listbox', { name: 'On this page' })
    await list.press('Alt+ArrowUp')
    await expect(page.getByRole('option').first()).toHaveAccessibleName('1 of 2, Paragraph: New paragraph')
    await list.press('Enter')
    await page.getByLabel('Text', { exact: true }).fill('<b>We</b> plant **trees**. See [About](/about).')
    await look(page, 'website-builder', 1024, 1920)
    for (const part of ['Pages', 'Settings']) {
      await page.getByRole('tab', { name: part }).press('Enter')
      if (part === 'Settings') await page.getByRole('button', { name: 'Edit Header' }).press('Enter')
      await look(page, `website-${part.toLowerCase()}`)
    }
    await page.getByRole('tab', { name: 'Elements' }).press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(toast(page, 'Website saved')).toBeVisible()
    await expect(page).toHaveURL(/\/website-builder\/[0-9a-f-]{36}$/)
  })

  await page.getByRole('button', { name: /^Publish/ }).press('Enter')
  await page.getByRole('dialog', { name: 'Publish website' }).getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(toast(page, /^Published at http/)).toBeVisible()
  await page.goto('/websites')
  const address = (await page.getByRole('link', { name: /^View / }).getAttribute('href')) ?? ''
  await look(page, 'websites', 1024, 1920)

  const visitor = await (await openBrowser({ javaScriptEnabled: false })).newPage()
  await test.step('what strangers read', async () => {
    await visitor.goto(`/public/websites/${address.split('/').at(-1)}`)
    await expect(visitor).toHaveURL(address)
    await expect(visitor.getByRole('heading', { level: 2 })).toHaveText('New Heading')
    await expect(visitor.getByRole('main')).toContainText('<b>We</b> plant trees.')
    await visitor.getByRole('main').getByRole('link', { name: 'About' }).click()
    await expect(visitor).toHaveURL(`${address}/about`)
  })

  await page.getByRole('button', { name: 'Actions for Cedar' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Unpublish' }).press('Enter')
  await expect(toast(page, 'Cedar is no longer published')).toBeVisible()
  faults.expect(FAILED_CALL)
  // Looked at with scripts: axe is one.
  const gone = await (await openBrowser()).newPage()
  expect((await gone.goto(address))?.status()).toBe(410)
  await look(gone, 'site-gone', 360)
})

test('The website builder weighs little', async ({ openBrowser, faults }) => {
  // What counts the scripts is no script of the canvas, where none may run.
  faults.expect(/Blocked script execution/)
  const context = await openBrowser({ as: 'priya' })
  // What home and the lists bring as well is there before somebody opens a website.
  const others = [
    ['/home', 'Overdue'],
    ['/all-instances', 'Instances'],
  ] as const
  const { bytes, scripts } = await ownWeight(context, ['/website-builder/new', 'On this page'], others)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes, scripts).toBeLessThanOrEqual(ROUTE_BUDGET)
})
