import { look } from './support/look.ts'
import { expect, test } from './support/test.ts'

test.use({ as: 'ana' })

test('Feedback is given by keyboard, and one is thanked', async ({ page }) => {
  await page.goto('/feedback')
  await expect(page.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible()
  await look(page, 'feedback', 1024, 1440, 1920, 360)
  const rating = page.getByRole('group', { name: 'How do you like Throughline overall?' })
  await rating.getByRole('radio', { name: '1 star' }).focus()
  await page.keyboard.press('Space')
  for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight')
  await expect(rating.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.getByLabel('Type of feedback').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveText(['Bug report', 'Feature request', 'General request', 'Other'])
  await expect(page.getByRole('option', { name: 'General request' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Type of feedback')).toContainText('Feature request')
  await page.getByRole('textbox', { name: 'Your feedback' }).focus()
  await page.keyboard.type('Let me see two files side by side.')
  await look(page, 'feedback-filled')
  const sent = page.waitForRequest('**/v1/users/feedback/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({
    feedback_type: 'feature_request',
    rating: 4,
    ease_of_use: null,
    recommendation: null,
    usefulness: null,
    feedback: 'Let me see two files side by side.',
  })
  await expect(page.getByRole('heading', { name: 'Thank you for your feedback' })).toBeFocused()
  await look(page, 'feedback-thanks', 1024, 1920)
  await page.getByRole('button', { name: 'Send more' }).click()
  await expect(rating.getByRole('radio', { name: '1 star' })).toBeFocused()
})
