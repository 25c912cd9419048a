import { look } from './support/look.ts'
import { greeting, openPalette } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const KEYS: Record<string, string> = {
  '/inbox': 'inbox',
  '/search': 'search',
  '/forms': 'forms',
  '/websites': 'websites',
  '/analytics': 'analytics',
  '/reports': 'reports',
  '/calendar': 'calendar',
  '/integrations': 'integrations',
  '/help': 'help',
  '/form-builder/7': 'form-builder',
  '/website-builder/7': 'website-builder',
  '/subscription/plans': 'subscription',
  '/subscription/update': 'subscription-update',
}

test.use({ as: 'maya' })

test.describe('Navigation', () => {
  test('has the groups of the specification, open and closed as it says', async ({ page }) => {
    await page.goto('/home')
    const nav = page.getByRole('navigation', { name: 'Main' })
    const links = nav.getByRole('link')
    const open = ['Tasks', 'Instances', 'Workflows', 'Files', 'Forms', 'Websites']
    await expect(links).toHaveText(['My Workspace', 'Inbox', ...open, 'Pricing', 'Help', 'Feedback'])
    for (const [group, entries] of Object.entries({
      Insights: ['Analytics', 'Reports', 'Calendar'],
      Configuration: ['Templates', 'Integrations'],
      Organization: ['Org Profile', 'Members', 'Teams'],
    })) {
      const button = nav.getByRole('button', { name: group })
      await expect(button).toHaveAttribute('aria-expanded', 'false')
      await button.click()
      await expect(nav.getByRole('list', { name: group }).getByRole('link')).toHaveText(entries)
    }
    await look(page, 'navigation')
    await page.reload()
    await expect(nav.getByRole('link', { name: 'Teams' })).toBeVisible()
  })

  test('opens the group of the current page, and marks the page', async ({ page }) => {
    await page.goto('/members')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' })
    await expect(link).toHaveAttribute('aria-current', 'page')
  })

  test('offers Pricing to admins only', async ({ openBrowser }) => {
    const page = await (await openBrowser({ as: 'ana' })).newPage()
    await page.goto('/home')
    await expect(page.getByRole('link', { name: 'Feedback' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pricing' })).toHaveCount(0)
  })

  test('collapses to icons and stays so', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('button', { name: 'Collapse navigation' }).click()
    await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible()
    await page.reload()
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' })
    await link.hover()
    await expect(page.getByText('Analytics', { exact: true })).toBeVisible()
    await look(page, 'navigation-collapsed')
    await page.keyboard.press('[')
    await expect(page.getByRole('button', { name: 'Collapse navigation' })).toBeVisible()
  })

  test('leads to the heading of the new page', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('link', { name: 'Files' }).click()
    await expect(page).toHaveURL('/files')
    await expect(page.getByRole('heading', { level: 1, name: 'All documents' })).toBeFocused()
    await expect(page).toHaveTitle('All documents · Throughline')
  })

  test('every area that is not there yet shows its key', async ({ page }) => {
    await page.goto('/home')
    await expect(greeting(page)).toBeVisible()
    for (const [path, key] of Object.entries(KEYS)) {
      await page.evaluate((wanted) => history.pushState(null, '', wanted), path)
      await expect(page.getByRole('main').locator('code'), path).toHaveText(key)
    }
    await look(page, 'placeholder')
  })
})

test.describe('Search and palette', () => {
  test('what is typed into the search box is searched with Enter', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('searchbox').click()
    await page.keyboard.type('engagement letter')
    await expect(page.getByRole('combobox')).toHaveValue('engagement letter')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=engagement+letter')
  })

  test('the palette finds pages and actions', async ({ page }) => {
    await page.goto('/home')
    await expect(greeting(page)).toBeVisible()
    await openPalette(page)
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('option').first()).toBeVisible()
    await look(page, 'palette')
    await page.keyboard.type('temp')
    await expect(palette.getByRole('option')).toHaveText([/^Templates/])
    await look(page, 'palette-words')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/workflow-templates')
    await openPalette(page)
    await page.keyboard.type('dark')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await openPalette(page)
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  })
})

test.describe('Keys', () => {
  test('two keys in a row lead to an area or begin something', async ({ page }) => {
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
  })

  test('are listed, and can be switched off', async ({ page }) => {
    await page.goto('/home')
    await expect(greeting(page)).toBeVisible()
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
})

test('The New menu begins things', async ({ page }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: 'New' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Instance/,
    /^Workflow/,
    /^Upload document/,
    /^Form/,
    /^Report/,
  ])
  await look(page, 'new-menu')
  await page.getByRole('menuitem', { name: /^Form/ }).click()
  await expect(page).toHaveURL('/form-builder/new')
})

test('The theme is chosen once', async ({ page }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(greeting(page)).toBeVisible()
  await expect(html).toHaveAttribute('data-theme', 'dark')
})
