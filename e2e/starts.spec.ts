import { createHmac, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { saveWorkflow } from '@throughline/contracts/workflows'
import { openWorkflow, PURCHASE, withWorkflow } from './support/builder.ts'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { founder } from './support/newcomer.ts'
import { setting } from './support/settings.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

/** As a mail server hands it over: each line after the answer to the one before. */
async function sendMail(to: string, subject: string) {
  const socket = connect(Number(setting('MAIL_IN_PORT')), '127.0.0.1')
  const mail = [
    'From: Brightline <billing@brightline.example>',
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${crypto.randomUUID()}@brightline.example>`,
    '',
    'Please pay.',
    '.',
  ]
  const lines = ['HELO mx.example', 'MAIL FROM:<billing@brightline.example>', `RCPT TO:<${to}>`, 'DATA']
  const left = [...lines, mail.join('\r\n'), 'QUIT']
  for await (const answer of createInterface({ input: socket })) {
    if (!/^[23]/.test(answer)) throw new Error(`the mail was refused: ${answer}`)
    const next = left.shift()
    if (next === undefined) break
    socket.write(`${next}\r\n`)
  }
  socket.destroy()
}

test('A workflow starts by the clock: a schedule is added, a run skipped, run once, paused and deleted', async ({
  openBrowser,
}) => {
  const host = await founder('nadia', { name: 'Harbor and Vale' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow)
  await page.getByRole('button', { name: 'Ways to start' }).click()
  const overview = page.getByRole('complementary', { name: 'Ways to start' })
  await expect(overview.getByText('No schedules yet.')).toBeVisible()
  await look(page, 'starts', 1024)

  await overview.getByRole('button', { name: 'Add schedule' }).press('Enter')
  const fresh = page.getByRole('complementary', { name: 'New schedule' })
  await fresh.getByLabel('Name', { exact: true }).fill('Standing payments')
  await fresh.getByRole('radio', { name: 'Month' }).press('Space')
  await expect(fresh.getByText(/on the 1st working day of each month at 9:00 AM/)).toBeVisible()
  await expect(fresh.getByRole('region', { name: 'Next ten' }).getByRole('listitem')).toHaveCount(10)
  await look(page, 'schedule-new', 1024)
  await fresh.getByRole('button', { name: 'Add schedule' }).press('Enter')
  await expect(toast(page, 'Schedule added')).toBeVisible()

  const panel = page.getByRole('complementary', { name: 'Standing payments' })
  await expect(panel.getByText('exactly as scheduled')).toBeVisible()
  await look(page, 'schedule', 1024)
  await panel
    .getByRole('button', { name: /^Skip / })
    .first()
    .press('Enter')
  await expect(panel.getByText(/^skipped by /)).toBeVisible()
  await panel.getByRole('button', { name: 'Run once now' }).press('Enter')
  await expect(toast(page, 'PUR-1 started')).toBeVisible()
  await expect(panel.getByRole('switch', { name: 'On' })).toBeEnabled()
  await panel.getByRole('switch', { name: 'On' }).press('Space')
  await expect(panel.getByText('Nothing runs while the schedule is paused.')).toBeVisible()
  await expect(panel.getByRole('switch', { name: 'Paused' })).toBeEnabled()
  await panel.getByRole('switch', { name: 'Paused' }).press('Space')
  await expect(toast(page, 'Schedule turned on')).toBeVisible()
  await panel.getByRole('button', { name: 'Back to ways to start' }).press('Enter')
  await overview.getByRole('button', { name: /Standing payments/ }).press('Enter')
  await panel.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Delete schedule' }).press('Enter')
  await expect(overview.getByText('No schedules yet.')).toBeVisible()
})

test('Many start at once from a pasted table: what can’t start says why, each row has its result', async ({
  openBrowser,
}) => {
  const host = await founder('nadia', { name: 'Harbor and Vale' })
  const start_fields = [{ name: 'amount', type: 'currency' as const, label: 'Amount', required: true }]
  const workflow = await withWorkflow(host, { ...PURCHASE, start_fields })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow)
  await page.getByRole('button', { name: 'Ways to start' }).click()
  await page.getByRole('link', { name: /^Table of rows/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Start from a table' })
  const table = panel.getByLabel('Paste rows from a spreadsheet')
  await expect(table).toBeFocused()
  await table.fill('Name\tAmount\tDue Date\nDesk\t1,200\t2026-12-01\nLamp\tmany\t\nChair\t80\t\n')
  await look(page, 'start-many-paste', 1024)
  await panel.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(panel.getByRole('region', { name: 'Rows with problems' }).getByText('Lamp')).toBeVisible()
  await look(page, 'start-many-columns', 1024)
  await panel.getByRole('button', { name: 'Start 2 instances' }).press('Enter')
  await expect(panel.getByText('2 of 2 instances started')).toBeVisible()
  await expect(panel.getByRole('link', { name: /^PUR-[12]$/ })).toHaveCount(2)
  await look(page, 'start-many-results', 1024)
  await panel.getByRole('button', { name: 'Close', exact: true }).last().press('Enter')
  await expect(page.getByRole('link', { name: 'Chair' })).toBeVisible()
})

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

test('Another program starts a workflow: a webhook is added, tested, really called and deleted', async ({
  openBrowser,
}) => {
  const host = await founder('omar', { name: 'Harbor and Vale' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow)
  await page.getByRole('button', { name: 'Ways to start' }).click()
  const overview = page.getByRole('complementary', { name: 'Ways to start' })
  await overview.getByRole('button', { name: 'Add webhook' }).press('Enter')
  const fresh = page.getByRole('complementary', { name: 'New webhook' })
  await fresh.getByLabel('Name', { exact: true }).fill('Procurement')
  await fresh.getByRole('button', { name: 'Add webhook' }).press('Enter')
  const shown = page.getByRole('dialog', { name: 'Copy this secret now' })
  await expect(shown.getByLabel('New secret')).toHaveValue(/^whsec_/)
  await shown.getByRole('button', { name: 'Done' }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'Procurement' })
  await panel.getByRole('button', { name: 'Test', exact: true }).press('Enter')
  await panel.getByRole('button', { name: 'Dry run' }).press('Enter')
  await expect(panel.getByText('This would start one instance. Nothing was started.')).toBeVisible()
  await look(page, 'webhook-test', 1024)
  await panel.getByRole('button', { name: 'Sign, send, and start' }).press('Enter')
  await expect(panel.getByText('PUR-1 started')).toBeVisible()
  await panel.getByRole('button', { name: 'Back to deliveries' }).press('Enter')
  await expect(panel.getByRole('link', { name: 'PUR-1' })).toBeVisible()
  await look(page, 'webhook', 1024)
  await panel.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('button', { name: 'Delete webhook' }).press('Enter')
  await expect(overview.getByText('No webhooks yet.')).toBeVisible()
})

/** As a program that signs its calls; what it is answered. */
function callHook(page: Page, url: string, secret: string, content: object): Promise<number> {
  const [id, time, body] = [randomUUID(), String(Math.floor(Date.now() / 1000)), JSON.stringify(content)]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  const signed = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
  const call = { method: 'POST', headers: { ...signed, 'content-type': 'application/json' }, body }
  return page.evaluate(
    async ([address, options]) => (await fetch(address, { ...options, credentials: 'omit' })).status,
    [url, call] as const,
  )
}

test('A webhook that rejects a call is repaired and starts it, is paused, turned on, tested and deleted by mouse', async ({
  faults,
  openBrowser,
}) => {
  const host = await founder('omar', { name: 'Harbor and Vale' })
  const start_fields = [{ name: 'amount', type: 'currency' as const, label: 'Amount', required: true }]
  const workflow = await withWorkflow(host, { ...PURCHASE, start_fields })
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow, '?panel=starts')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const fresh = page.getByRole('complementary', { name: 'New webhook' })
  await fresh.getByLabel('Name', { exact: true }).fill('Procurement')
  await fresh.getByLabel('Path for amount').fill('$.total')
  await fresh.getByRole('button', { name: 'Add webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy this secret now' })
  const secret = await shown.getByLabel('New secret').inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  const panel = page.getByRole('complementary', { name: 'Procurement' })
  const url = await panel.getByRole('textbox', { name: 'URL' }).inputValue()
  const call = (content: object) => callHook(page, url, secret, content)

  faults.expect(FAILED_CALL)
  expect(await call({ total: 'many', sum: '80' })).toBe(422)
  await panel.getByRole('button', { name: /^Show the call of / }).click()
  await expect(panel.getByText('"many"')).toBeVisible()
  await look(page, 'webhook-rejected', 1024)
  await panel.getByLabel('Path for amount').fill('$.sum')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Webhook saved')).toBeVisible()
  await panel.getByRole('button', { name: 'Start it now' }).click()
  await expect(panel.getByRole('link', { name: 'PUR-1' })).toBeVisible()

  await panel.getByRole('switch').click()
  await expect(toast(page, 'Webhook paused')).toBeVisible()
  faults.expect(FAILED_CALL)
  expect(await call({ sum: '90' })).toBe(422)
  await panel.getByRole('switch').click()
  await expect(toast(page, 'Webhook turned on')).toBeVisible()
  expect(await call({ sum: '100' })).toBe(202)
  await expect(panel.getByRole('link', { name: 'PUR-2' })).toBeVisible()

  await panel.getByRole('button', { name: 'Test', exact: true }).click()
  await panel.getByRole('textbox', { name: 'Body of the test call' }).fill('{"sum": "110"}')
  await panel.getByRole('button', { name: 'Dry run' }).click()
  await expect(panel.getByText('This would start one instance. Nothing was started.')).toBeVisible()
  await panel.getByRole('button', { name: 'Sign, send, and start' }).click()
  await expect(panel.getByText('PUR-3 started')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
})

test('A program starts a workflow with a key: it is made, used from elsewhere, seen and revoked, by mouse', async ({
  faults,
  openBrowser,
}) => {
  const host = await founder('omar', { name: 'Harbor and Vale' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow)
  await page.getByRole('button', { name: 'Ways to start' }).click()
  await page
    .getByRole('complementary', { name: 'Ways to start' })
    .getByRole('button', { name: /^API keys/ })
    .click()
  const panel = page.getByRole('complementary', { name: 'API' })
  await panel.getByLabel('Name', { exact: true }).fill('Warehouse scanner')
  await panel.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy this key now' })
  const token = await shown.getByLabel('New key value').inputValue()
  expect(token).toMatch(/^tlk_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await look(page, 'api', 1024)
  /** As a program that knows the key and nothing else. */
  const start = () =>
    page.evaluate(
      async ([id, key]) => {
        const headers = { authorization: `Bearer ${key}`, 'idempotency-key': id, 'content-type': 'application/json' }
        const body = JSON.stringify({ name: 'From the scanner', answers: {} })
        const call = { method: 'POST', credentials: 'omit', headers, body } as const
        return (await fetch(`/v1/workflows/${id}/instances/`, call)).status
      },
      [workflow.id, token] as const,
    )
  expect([await start(), await start()]).toEqual([201, 201])
  await page.reload()
  await expect(panel.getByRole('link', { name: 'PUR-1' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'PUR-2' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Revoke Warehouse scanner' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(toast(page, 'Key revoked')).toBeVisible()
  faults.expect(FAILED_CALL)
  expect(await start()).toBe(401)
})

test('A schedule and an email address are made, changed, paused and deleted by mouse', async ({ openBrowser }) => {
  const host = await founder('nadia', { name: 'Harbor and Vale' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow, '?panel=starts')
  const overview = page.getByRole('complementary', { name: 'Ways to start' })
  await overview.getByRole('button', { name: 'Add schedule' }).click()
  const fresh = page.getByRole('complementary', { name: 'New schedule' })
  await fresh.getByLabel('Name', { exact: true }).fill('Weekly order')
  await fresh.getByText('Week', { exact: true }).click()
  await fresh.getByRole('button', { name: 'Add schedule' }).click()
  const schedule = page.getByRole('complementary', { name: 'Weekly order' })
  await expect(schedule.getByText('exactly as scheduled')).toBeVisible()
  await schedule
    .getByRole('button', { name: /^Skip / })
    .first()
    .click()
  await schedule
    .getByRole('button', { name: /^Don’t skip / })
    .first()
    .click()
  await schedule.getByRole('button', { name: 'Run once now' }).click()
  await expect(toast(page, 'PUR-1 started')).toBeVisible()
  await schedule.getByLabel('Title', { exact: true }).fill('Paper of {date}')
  await schedule.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Schedule saved')).toBeVisible()
  await schedule.getByRole('switch').click()
  await expect(toast(page, 'Schedule paused')).toBeVisible()
  await schedule.getByRole('switch').click()
  await expect(toast(page, 'Schedule turned on')).toBeVisible()
  await schedule.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete schedule' }).click()
  await expect(overview.getByText('No schedules yet.')).toBeVisible()

  await overview.getByRole('button', { name: 'Add email address' }).click()
  const mail = page.getByRole('complementary', { name: 'New email address' })
  await mail.getByLabel('Name', { exact: true }).fill('Orders')
  await mail.getByRole('button', { name: 'Add email address' }).click()
  const address = page.getByRole('complementary', { name: 'Orders' })
  await sendMail(await address.getByRole('textbox', { name: 'Address', exact: true }).inputValue(), 'Paper')
  const recent = address.getByRole('region', { name: 'Recent emails' })
  await recent.getByRole('button', { name: /^Start an instance/ }).click()
  await expect(recent.getByRole('link', { name: 'PUR-2' })).toBeVisible()
  await address.getByRole('switch').click()
  await expect(toast(page, 'Email address paused. What arrives is held.')).toBeVisible()
  await address.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete address' }).click()
  await expect(page.getByText('No email address starts this workflow yet.')).toBeVisible()
})

test('An API key is made and revoked by keyboard, and a start that a new version leaves behind says so', async ({
  openBrowser,
}) => {
  const host = await founder('omar', { name: 'Harbor and Vale' })
  const workflow = await withWorkflow(host, PURCHASE)
  const page = await (await openBrowser({ as: host.username })).newPage()
  await openWorkflow(page, workflow, '?panel=starts')
  const overview = page.getByRole('complementary', { name: 'Ways to start' })
  await overview.getByRole('button', { name: /^API keys/ }).press('Enter')
  const panel = page.getByRole('complementary', { name: 'API' })
  await panel.getByLabel('Name', { exact: true }).fill('Warehouse scanner')
  await panel.getByRole('button', { name: 'Create key' }).press('Enter')
  const shown = page.getByRole('dialog', { name: 'Copy this key now' })
  await expect(shown.getByLabel('New key value')).toHaveValue(/^tlk_/)
  await shown.getByRole('button', { name: 'Done' }).press('Enter')
  await panel.getByRole('button', { name: 'Revoke Warehouse scanner' }).press('Enter')
  await page.getByRole('button', { name: 'Revoke key' }).press('Enter')
  await expect(toast(page, 'Key revoked')).toBeVisible()
  await panel.getByRole('button', { name: 'Back to ways to start' }).press('Enter')
  await overview.getByRole('button', { name: 'Add webhook' }).press('Enter')
  const fresh = page.getByRole('complementary', { name: 'New webhook' })
  await fresh.getByLabel('Name', { exact: true }).fill('Procurement')
  await fresh.getByRole('button', { name: 'Add webhook' }).press('Enter')
  await page.getByRole('dialog', { name: 'Copy this secret now' }).getByRole('button', { name: 'Done' }).press('Enter')
  const hook = page.getByRole('complementary', { name: 'Procurement' })
  await hook.getByRole('button', { name: 'Back to ways to start' }).press('Enter')

  const start_fields = [{ name: 'cost_center', type: 'text' as const, label: 'Cost center', required: true }]
  await host.call(saveWorkflow, { params: { workflowId: workflow.id }, body: { ...PURCHASE, start_fields } })
  await overview.getByRole('button', { name: /Procurement.*Doesn’t fit the workflow/ }).press('Enter')
  await expect(hook.getByText('Give a value for Cost center.')).toBeVisible()
  await look(page, 'webhook-unfit', 1024)
  await hook.getByLabel('Path for cost_center').fill('$.cost_center')
  await hook.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(hook.getByText('Give a value for Cost center.')).toBeHidden()
})
