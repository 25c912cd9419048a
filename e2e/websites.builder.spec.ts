import type { Page } from '@playwright/test'
import { FAILED_CALL } from './support/faults.ts'
import { publishedForm } from './support/forms.ts'
import { look } from './support/look.ts'
import { bringIn, founder, newcomer } from './support/newcomer.ts'
import { harbourPicture } from './support/pictures.ts'
import { processed, sendBytes } from './support/previews.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

/** The canvas shows the page in a frame without scripts; those of axe are refused there, too. */
const BLOCKED = /^error: Blocked script execution in 'about:(blank|srcdoc)'/

/** Presses a text on the page until it can be written, and writes over all of it. */
async function writeOver(page: Page, box: string, name: RegExp, text: string) {
  const editor = page.getByRole('textbox', { name })
  await page.locator(`[data-box="${box}"]`).click()
  // The first press selects it, unless it was selected before.
  if (await editor.isHidden()) await page.locator(`[data-box="${box}"]`).click()
  await expect(editor).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
}

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog', { name: 'Publish website' }).getByRole('button', { name: 'Publish' }).click()
  await expect(toast(page, /^Published at http/)).toBeVisible()
}

test('A starter is written over on the page, gets a picture and a form, is published, changed, rolled back and unpublished', async ({
  openBrowser,
  faults,
}) => {
  test.slow()
  faults.expect(BLOCKED)
  const host = await founder('walt', { name: 'Birch Partners' })
  const context = await openBrowser({ as: host.username })
  await publishedForm(context, 'New client', [{ id: 'txt-1', type: 'textbox', label: 'Legal name', required: true }])
  const page = await context.newPage()
  await page.goto('/websites')
  await page.getByRole('link', { name: /^Company site/ }).click()
  await writeOver(page, 'hero', /^Heading: text/, 'Books, closed on time')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Website saved')).toBeVisible()

  await test.step('a picture of Files, and a form', async () => {
    const { name, buffer } = await harbourPicture(page)
    await processed(host, await sendBytes(page, name, buffer))
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    await page.getByRole('button', { name: 'Choose from Files' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose an image' })
    await dialog.getByRole('radio', { name }).check()
    await look(page, 'website-image')
    await dialog.getByRole('button', { name: 'Use image' }).click()
    await expect(dialog).toBeHidden()
    await page.getByLabel('Description', { exact: true }).fill('The harbor at dusk')
    await page.getByRole('button', { name: 'Form', exact: true }).click()
    await page.getByRole('combobox', { name: 'Form' }).click()
    await page.getByRole('option', { name: 'New client', exact: true }).click()
    await expect(page.getByText(/^Draft saved/)).toBeVisible()
  })
  await page.getByRole('button', { name: 'Publish…' }).click()
  await look(page, 'website-publish')
  await page.keyboard.press('Escape')
  await publish(page)
  const menu = page.getByRole('button', { name: 'More publishing actions' })
  await menu.click()
  const address = (await page.getByRole('menuitem', { name: 'View Site' }).getAttribute('href')) ?? ''
  await page.keyboard.press('Escape')

  const visitor = await (await openBrowser({ javaScriptEnabled: false })).newPage()
  const reads = async (title: string) => {
    await visitor.goto(address)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  const picture = visitor.waitForResponse(/\/pictures\//)
  await reads('Books, closed on time')
  expect((await picture).headers()['content-type']).toBe('image/webp')
  await expect(visitor.getByRole('img', { name: 'The harbor at dusk' })).toBeVisible()
  await expect(visitor.getByTitle('New client')).toBeVisible()

  await writeOver(page, 'hero', /^Heading: text/, 'Something rash')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await reads('Books, closed on time')
  await publish(page)
  await reads('Something rash')

  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: /^Version 1/ }).click()
  await expect(page.getByText('Showing version 1')).toBeVisible()
  await look(page, 'website-versions')
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish version 1' }).click()
  await expect(toast(page, 'Version 1 is public again')).toBeVisible()
  await reads('Books, closed on time')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Unpublish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(toast(page, 'The website is no longer published')).toBeVisible()
  faults.expect(FAILED_CALL)
  expect((await visitor.goto(address))?.status()).toBe(410)
})

test('Two people write one website at once: both texts are kept, and the same place asks', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(BLOCKED)
  faults.expect(FAILED_CALL)
  const host = await founder('wren', { name: 'Alder Partners' })
  const guest = await newcomer('wilma')
  await bringIn(host, guest, 'manager')
  const mine = await (await openBrowser({ as: host.username })).newPage()
  await mine.goto('/websites')
  await mine.getByRole('link', { name: /^Company site/ }).click()
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine).toHaveURL(/\/website-builder\/[0-9a-f-]{36}$/)
  const theirs = await (await openBrowser({ as: guest.username })).newPage()
  await theirs.goto(mine.url())

  await writeOver(theirs, 'hero', /^Heading: text/, 'Their headline')
  await writeOver(mine, 'lead', /^Paragraph: text/, 'My lead')
  for (const page of [mine, theirs]) {
    await expect(page.getByRole('option', { name: /Their headline/ })).toBeVisible()
    await expect(page.getByRole('option', { name: /My lead/ })).toBeVisible()
  }

  await theirs.getByLabel('Website title').fill('Alder by Wilma')
  await mine.getByLabel('Website title').fill('Alder by Wren')
  await theirs.keyboard.press('ControlOrMeta+s')
  await expect(toast(theirs, 'Website saved')).toBeVisible()
  await mine.keyboard.press('ControlOrMeta+s')
  const dialog = mine.getByRole('dialog', { name: `${guest.username} saved while you were editing` })
  await dialog.getByRole('radio', { name: /Alder by Wilma/ }).check()
  await dialog.getByRole('button', { name: 'Keep these' }).click()
  await expect(mine.getByLabel('Website title')).toHaveValue('Alder by Wilma')
})
