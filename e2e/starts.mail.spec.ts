import { openWorkflow, PURCHASE, pick, withWorkflow } from './support/builder.ts'
import { look } from './support/look.ts'
import { founder } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { sendMail } from './support/starts.ts'
import { expect, test } from './support/test.ts'

test('An email starts an instance: an address is added, what is held is started, repaired or dismissed', async ({
  openBrowser,
}) => {
  const host = await founder('nadia', { name: 'Harbor and Vale' })
  const start_fields = [{ name: 'subject', type: 'text' as const, label: 'Subject line', required: true }]
  const workflow = await withWorkflow(host, { ...PURCHASE, start_fields })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow, '?panel=starts')
  await page.getByRole('button', { name: 'Add email address' }).press('Enter')
  const fresh = page.getByRole('complementary', { name: 'New email address' })
  await fresh.getByLabel('Name', { exact: true }).fill('Invoices')
  await fresh.getByRole('button', { name: 'Add email address' }).press('Enter')
  await expect(toast(page, 'Email address added')).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'Invoices' })
  const address = await panel.getByRole('textbox', { name: 'Address', exact: true }).inputValue()
  expect(address).toMatch(/^invoices-[a-z2-9]{6}@in\.throughline\.test$/)
  await sendMail(address, 'Invoice 20391')
  const recent = panel.getByRole('region', { name: 'Recent emails' })
  await expect(recent.getByText('The sender isn’t verified.')).toBeVisible()
  await look(page, 'mail', 1024)
  await recent.getByRole('button', { name: /^Start an instance/ }).press('Enter')
  await expect(recent.getByRole('link', { name: 'PUR-1' })).toBeVisible()

  await sendMail(address, '')
  await recent.getByRole('button', { name: 'Start an instance with “No subject”' }).press('Enter')
  await expect(recent.getByText('Required by the workflow, but missing: Subject line.')).toBeVisible()
  await panel.getByRole('combobox', { name: 'What subject is set to' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Sender’s name' }).press('Enter')
  await panel.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(toast(page, 'Email address saved')).toBeVisible()
  await recent.getByRole('button', { name: 'Start an instance with “No subject”' }).press('Enter')
  await expect(recent.getByRole('link', { name: 'PUR-2' })).toBeVisible()

  await sendMail(address, 'Not for us')
  await recent.getByRole('button', { name: 'Dismiss “Not for us”' }).press('Enter')
  await expect(toast(page, 'Email dismissed')).toBeVisible()
  await expect(panel.getByRole('switch', { name: 'On' })).toBeEnabled()
  await panel.getByRole('switch', { name: 'On' }).press('Space')
  await expect(toast(page, 'Email address paused. What arrives is held.')).toBeVisible()
  await expect(panel.getByRole('switch', { name: 'Paused' })).toBeEnabled()
  await panel.getByRole('switch', { name: 'Paused' }).press('Space')
  await expect(toast(page, 'Email address turned on')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Delete address' }).press('Enter')
  await expect(page.getByText('No email address starts this workflow yet.')).toBeVisible()
})

test('An email address is made, what it holds is repaired and started, and it is paused and deleted, by mouse', async ({
  openBrowser,
}) => {
  const host = await founder('nadia', { name: 'Harbor and Vale' })
  const start_fields = [{ name: 'subject', type: 'text' as const, label: 'Subject line', required: true }]
  const workflow = await withWorkflow(host, { ...PURCHASE, start_fields })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow, '?panel=starts')
  await page.getByRole('button', { name: 'Add email address' }).click()
  const fresh = page.getByRole('complementary', { name: 'New email address' })
  await fresh.getByLabel('Name', { exact: true }).fill('Orders')
  await fresh.getByRole('button', { name: 'Add email address' }).click()
  const panel = page.getByRole('complementary', { name: 'Orders' })
  const address = await panel.getByRole('textbox', { name: 'Address', exact: true }).inputValue()
  await sendMail(address, 'Paper')
  const recent = panel.getByRole('region', { name: 'Recent emails' })
  await recent.getByRole('button', { name: 'Start an instance with “Paper”' }).click()
  await expect(recent.getByRole('link', { name: 'PUR-1' })).toBeVisible()

  await sendMail(address, '')
  const start = recent.getByRole('button', { name: 'Start an instance with “No subject”' })
  await start.click()
  await expect(recent.getByText('Required by the workflow, but missing: Subject line.')).toBeVisible()
  await pick(page, panel.getByRole('combobox', { name: 'What subject is set to' }), 'Sender’s name')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Email address saved')).toBeVisible()
  await start.click()
  await expect(recent.getByRole('link', { name: 'PUR-2' })).toBeVisible()

  await panel.getByRole('switch').click()
  await expect(toast(page, 'Email address paused. What arrives is held.')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete address' }).click()
  await expect(page.getByText('No email address starts this workflow yet.')).toBeVisible()
})
