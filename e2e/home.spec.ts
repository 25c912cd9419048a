import { look } from './support/look.ts'
import { greeting } from './support/signin.ts'
import { expect, test } from './support/test.ts'

test.use({ as: 'maya' })

test('smoke', async ({ page }) => {
  await page.goto('/home')
  await expect(greeting(page)).toBeVisible()
  await look(page, 'home', 1024, 1920, 360)
})
