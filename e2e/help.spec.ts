import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { openPalette } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test.use({ as: 'maya' })

const panel = (page: Page, name: string) => page.getByRole('complementary', { name })

test('Help from three screens, by keyboard: it opens at the topic, and Escape leads back to the work', async ({
  page,
}) => {
  await page.goto('/inbox')
  const message = page.getByRole('region', { name: 'Inbox', exact: true }).getByRole('link').first()
  await message.focus()
  await page.keyboard.press('F1')
  await expect(panel(page, 'Inbox and Notifications')).toBeFocused()
  await look(page, 'help-panel', 1024, 1920)
  await page.keyboard.press('Escape')
  await expect(panel(page, 'Inbox and Notifications')).toBeHidden()
  await expect(message).toBeFocused()

  await page.goto('/members')
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search members' })
  await search.fill('ana')
  await page.keyboard.press('F1')
  const help = panel(page, 'Organization Management')
  await expect(help).toBeFocused()
  await help.getByRole('searchbox').focus()
  await page.keyboard.type('claim from a queue')
  await look(page, 'help-panel-search')
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Task Management').getByRole('heading', { name: 'Claim from a queue' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toBeFocused()
  await expect(search, 'what lies under it is kept').toHaveValue('ana')

  await page.goto('/files')
  await expect(page.getByRole('heading', { level: 1, name: 'All documents' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('help for')
  await expect(page.getByRole('option').first()).toHaveText(/^Help for this screen/)
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Working with Files')).toBeFocused()
  await page.getByRole('link', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL('/help#files')
  await expect(page.getByText('You came from All documents')).toBeVisible()
})

test('The page: topics, a section by its address, searching, and a phone', async ({ page }) => {
  await page.goto('/home')
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help and Support' })).toBeFocused()
  await expect(page.getByRole('button', { expanded: false, name: /sections?$/ })).toHaveText([
    /^Getting Started/,
    /^Working with Workflows/,
    /^Task Management/,
    /^Forms and Triggers/,
    /^Working with Files/,
    /^Analytics and Reporting/,
    /^Inbox and Notifications/,
    /^Organization Management/,
  ])
  await expect(page.getByText('Jonas Weber')).toBeVisible()
  await look(page, 'help', 1024, 1920, 390)
  await page.getByRole('searchbox', { name: 'Search help' }).fill('snooze')
  await look(page, 'help-search', 390)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help#inbox/snooze')
  const section = page.getByRole('heading', { level: 3, name: 'Snooze and archive' })
  await expect(section).toBeFocused()
  await expect(section).toBeInViewport()
  await look(page, 'help-topic', 1024, 390)
  await page.reload()
  await expect(section).toBeInViewport()
  await page.getByRole('searchbox', { name: 'Search help' }).fill('xylophone')
  await expect(page.getByText('No help for “xylophone”')).toBeVisible()
  await look(page, 'help-nothing')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/teams')
  await expect(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
  await page.keyboard.press('F1')
  await expect(page).toHaveURL('/help#org/teams')
  await expect(page.getByRole('heading', { level: 3, name: 'Work with teams' })).toBeFocused()
  await look(page, 'help-phone')
})
