import { look } from './support/look.ts'
import { greeting, openPalette } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test.use({ as: 'maya' })

test('The navigation has the groups of the specification, marks the page, collapses and stays so', async ({ page }) => {
  await page.goto('/home')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const open = ['Tasks', 'Instances', 'Workflows', 'Files', 'Forms', 'Websites']
  await expect(nav.getByRole('link')).toHaveText(['My Workspace', /^Inbox/, ...open, 'Pricing', 'Help', 'Feedback'])
  for (const [group, entries] of Object.entries({
    Configuration: ['Templates', 'Integrations'],
    Organization: ['Org Profile', 'Members', 'Teams'],
  })) {
    const button = nav.getByRole('button', { name: group })
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await button.click()
    await expect(nav.getByRole('list', { name: group }).getByRole('link')).toHaveText(entries)
  }
  await look(page, 'navigation')

  await nav.getByRole('link', { name: 'Teams' }).click()
  await expect(page).toHaveURL('/teams')
  await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeFocused()
  // Before it stands how many messages are unread.
  await expect(page).toHaveTitle(/^(\(\d+\) )?Teams · Throughline$/)

  await page.getByRole('button', { name: 'Collapse navigation' }).click()
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible()
  await page.goto('/members')
  await expect(nav.getByRole('link', { name: 'Members' })).toHaveAttribute('aria-current', 'page')
  await nav.getByRole('link', { name: 'Templates' }).hover()
  await expect(page.getByText('Templates', { exact: true })).toBeVisible()
  await look(page, 'navigation-collapsed')
  await page.keyboard.press('[')
  await expect(page.getByRole('button', { name: 'Collapse navigation' })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Teams' }), 'an opened group stays open').toBeVisible()
})

test('Search, palette, the New menu and the theme', async ({ page }) => {
  await page.goto('/home')
  await page.getByRole('searchbox').click()
  await page.keyboard.type('engagement letter')
  await expect(page.getByRole('combobox')).toHaveValue('engagement letter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=engagement+letter')

  await openPalette(page)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('option').first()).toBeVisible()
  await look(page, 'palette')
  await page.keyboard.type('temp')
  await expect(palette.getByRole('option').first()).toHaveText(/^Templates/)
  await look(page, 'palette-words')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/workflow-templates')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()

  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Instance/,
    /^Workflow/,
    /^Form/,
    /^Website/,
    /^Report/,
    /^Upload document/,
  ])
  await look(page, 'new-menu')
  await page.getByRole('menuitem', { name: /^Workflow/ }).click()
  await expect(page).toHaveURL('/workflow-builder/new')

  const html = page.locator('html')
  await openPalette(page)
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.goto('/home')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(greeting(page)).toBeVisible()
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('Two keys in a row lead to an area or begin something; keys are listed, and can be switched off', async ({
  page,
}) => {
  await page.goto('/home')
  await expect(greeting(page)).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL('/all-tasks')
  await page.keyboard.press('n')
  await page.keyboard.press('w')
  await expect(page).toHaveURL('/workflow-builder/new')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL('/home')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await greeting(page).click()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  await look(page, 'shortcuts')
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await expect(page).toHaveURL('/home')
})
