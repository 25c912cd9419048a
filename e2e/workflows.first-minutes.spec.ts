import { look } from './support/look.ts'
import { freshAddress, linkIn, mailTo } from './support/mail.ts'
import { fillSignIn, greeting, toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const PASSWORD = 'Quiet-Harbor-27'
const AT_MOST = 90_000

test('From signing up to a saved workflow in the first minutes', async ({ page }) => {
  // axe and pictures are not the person's time: they are taken off.
  let watched = 0
  const watch = async (name: string) => {
    const began = performance.now()
    await look(page, `first-${name}`)
    watched += performance.now() - began
  }
  const began = performance.now()
  const email = freshAddress('nova')
  const username = `nova-${crypto.randomUUID().slice(0, 6)}`

  await page.goto('/signin')
  await page.getByRole('link', { name: 'REGISTER' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Registration Link' }).click()
  // The wait for the mail is explained on the screen.
  await expect(page.getByRole('heading', { name: 'Check your email', exact: true })).toBeVisible()
  await watch('mail')
  await page.goto(linkIn(await mailTo(email, 'Finish signing up to Throughline')))
  await page.getByLabel('Your name').fill('Noor Haddad')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'REGISTER' }).click()
  await expect(page).toHaveURL('/signin')
  await fillSignIn(page, username, PASSWORD)
  await expect(greeting(page)).toBeVisible()
  await watch('home')

  await page.getByRole('link', { name: 'Start from a template' }).click()
  await page.getByRole('button', { name: 'Use Template Leave request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use Template' })
  await dialog.getByLabel('Name').fill('Time off')
  await dialog.getByLabel('Prefix').fill('OFF')
  await watch('template')
  await dialog.getByRole('button', { name: 'Create and open' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Time off/ })).toBeVisible()
  await watch('builder')

  await page.getByRole('button', { name: /^Step 1 of/ }).click()
  await page.getByRole('complementary', { name: 'Step 1' }).getByLabel('Name', { exact: true }).fill('Ask for time off')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Workflow saved successfully!')).toBeVisible()
  await watch('saved')
  const seconds = performance.now() - began - watched
  expect(seconds, 'time at the screen').toBeLessThan(AT_MOST)

  await page.reload()
  await expect(page.getByRole('button', { name: /^Step 1 of \d+, Ask for time off/ })).toBeVisible()
})
