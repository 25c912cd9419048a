import type { Page } from '@playwright/test'
import { FAILED_CALL } from './support/faults.ts'
import { ownWeight } from './support/first-load.ts'
import { publishedForm } from './support/forms.ts'
import { pressAt, tabTo, typeAt } from './support/keyboard.ts'
import { look } from './support/look.ts'
import { founder } from './support/newcomer.ts'
import { harbourPicture } from './support/pictures.ts'
import { processed, sendBytes } from './support/previews.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const ROUTE_BUDGET = 70_000

async function publish(page: Page) {
  await pressAt(page, page.getByRole('button', { name: /^Publish/ }).first())
  await pressAt(page, page.getByRole('dialog', { name: 'Publish website' }).getByRole('button', { name: 'Publish' }))
  await expect(toast(page, /^Published at http/)).toBeVisible()
}

test('Without a mouse a website is built, gets a picture and a form, is published, answered, changed, rolled back and taken offline', async ({
  openBrowser,
  faults,
}) => {
  test.slow()
  // The canvas shows the page in a frame without scripts; those of axe are refused there, too.
  faults.expect(/^error: Blocked script execution in 'about:(blank|srcdoc)'/)
  const host = await founder('wanda', { name: 'Cedar Partners' })
  const context = await openBrowser({ as: host.username })
  await publishedForm(context, 'New client', [{ id: 'txt-1', type: 'textbox', label: 'Legal name', required: true }])
  const page = await context.newPage()
  const press = (key: string) => page.keyboard.press(key)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/webbuilder-simple')
  await expect(page).toHaveURL('/website-builder/new')
  const { name, buffer } = await harbourPicture(page)
  await processed(host, await sendBytes(page, name, buffer))
  await page.goto('/websites')
  await expect(page.getByText("You haven't created any websites yet")).toBeVisible()
  await look(page, 'websites-empty')
  await pressAt(page, page.getByRole('link', { name: 'Create Your First Website' }))
  await expect(page.getByText('This page is empty. Add elements from the sidebar.')).toBeVisible()

  const list = page.getByRole('listbox', { name: 'On this page' })
  await test.step('elements and their texts', async () => {
    await typeAt(page, page.getByLabel('Website title'), 'Cedar')
    await pressAt(page, button('Heading'))
    await pressAt(page, button('Paragraph'))
    await tabTo(page, list)
    await press('Alt+ArrowUp')
    await expect(page.getByRole('option').first()).toHaveAccessibleName('1 of 2, Paragraph: New paragraph')
    await typeAt(page, page.getByLabel('Text', { exact: true }), '<b>We</b> plant **trees**. See [About](/about).')
    await look(page, 'website-builder', 1024, 1920)
    for (const part of ['Pages', 'Settings']) {
      await tabTo(page, page.getByRole('tab', { selected: true }), 'Shift+Tab')
      await press('ArrowRight')
      await expect(page.getByRole('tab', { name: part })).toBeFocused()
      await press('Enter')
      if (part === 'Settings') await pressAt(page, button('Edit Header'))
      await look(page, `website-${part.toLowerCase()}`)
    }
    await tabTo(page, page.getByRole('tab', { name: 'Settings' }), 'Shift+Tab')
    await press('Home')
    await press('Enter')
    await press('ControlOrMeta+s')
    await expect(toast(page, 'Website saved')).toBeVisible()
    await expect(page).toHaveURL(/\/website-builder\/[0-9a-f-]{36}$/)
  })

  await test.step('a picture of Files, and a form', async () => {
    await pressAt(page, button('Image'))
    await pressAt(page, button('Choose from Files'))
    const dialog = page.getByRole('dialog', { name: 'Choose an image' })
    await tabTo(page, dialog.getByRole('radio', { name }))
    await press('Space')
    await pressAt(page, dialog.getByRole('button', { name: 'Use image' }))
    await expect(dialog).toBeHidden()
    await typeAt(page, page.getByLabel('Description', { exact: true }), 'The harbor at dusk')
    await pressAt(page, button('Form'), 'Shift+Tab')
    await tabTo(page, page.getByRole('combobox', { name: 'Form' }))
    await page.keyboard.type('New cl')
    await expect(page.getByRole('option', { name: 'New client', exact: true })).toBeVisible()
    await press('ArrowDown')
    await press('Enter')
    await expect(page.getByText(/^Draft saved/)).toBeVisible()
  })

  await publish(page)
  await page.goto('/websites')
  const address = (await page.getByRole('link', { name: /^View / }).getAttribute('href')) ?? ''
  await look(page, 'websites', 1024, 1920)

  const visitor = await (await openBrowser({ javaScriptEnabled: false })).newPage()
  await test.step('what strangers read without scripts', async () => {
    await visitor.goto(`/public/websites/${address.split('/').at(-1)}`)
    await expect(visitor).toHaveURL(address)
    await expect(visitor.getByRole('heading', { level: 2 })).toHaveText('New Heading')
    await expect(visitor.getByRole('main')).toContainText('<b>We</b> plant trees.')
    await expect(visitor.getByRole('img', { name: 'The harbor at dusk' })).toBeVisible()
    await pressAt(visitor, visitor.getByRole('main').getByRole('link', { name: 'About' }))
    await expect(visitor).toHaveURL(`${address}/about`)
  })
  const client = await (await openBrowser()).newPage()
  await test.step('and what they answer', async () => {
    await client.goto(address)
    const form = client.frameLocator('iframe[title="New client"]')
    await tabTo(client, form.getByLabel('Legal name'))
    // As slowly as people type: what is sent within three seconds is held.
    await client.keyboard.type('Meridian Foods Ltd', { delay: 250 })
    await pressAt(client, form.getByRole('button', { name: 'Submit' }))
    await expect(form.getByRole('heading', { name: 'Thank you for your submission!' })).toBeVisible()
  })

  await test.step('changed in place, published, rolled back', async () => {
    const reads = async (title: string) => {
      await client.goto(address)
      await expect(client.getByRole('heading', { level: 2 })).toHaveText(title)
    }
    await pressAt(page, page.getByRole('link', { name: 'Cedar', exact: true }))
    await tabTo(page, list)
    await press('End')
    await press('Enter')
    await expect(page.getByRole('textbox', { name: 'Heading: text on the page' })).toBeFocused()
    await press('ControlOrMeta+a')
    await page.keyboard.type('Something rash')
    await press('Escape')
    await expect(list).toBeFocused()
    await expect(page.getByText(/^Draft saved/)).toBeVisible()
    await reads('New Heading')
    await publish(page)
    await reads('Something rash')
    await pressAt(page, button('Versions'))
    await pressAt(page, page.getByRole('button', { name: /^Version 1/ }))
    await pressAt(page, page.getByRole('button', { name: 'Publish version 1' }))
    await pressAt(page, page.getByRole('alertdialog').getByRole('button', { name: 'Publish version 1' }))
    await expect(toast(page, 'Version 1 is public again')).toBeVisible()
    await reads('New Heading')
  })

  await page.goto('/websites')
  await pressAt(page, button('Actions for Cedar'))
  const unpublish = page.getByRole('menuitem', { name: 'Unpublish' })
  await tabTo(page, unpublish, 'ArrowDown')
  await press('Enter')
  await expect(toast(page, 'Cedar is no longer published')).toBeVisible()
  await expect(page.getByText(`Unpublished`, { exact: false }).filter({ hasText: host.username })).toBeVisible()
  faults.expect(FAILED_CALL)
  // Looked at with scripts: axe is one.
  expect((await client.goto(address))?.status()).toBe(410)
  await look(client, 'site-gone', 360)
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
