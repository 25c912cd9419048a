import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type Connection, listConnections } from '@throughline/contracts/connections'
import { saveDraft } from '@throughline/contracts/workflow-drafts'
import type { Workflow } from '@throughline/contracts/workflows'
import { openWorkflow, publishVersion, startEditing, stepCard, stepPanel, withWorkflow } from './support/builder.ts'
import { FAILED_CALL } from './support/faults.ts'
import { look } from './support/look.ts'
import { type Newcomer, newcomer } from './support/newcomer.ts'
import { begin, completes, instanceNow, openTask } from './support/running.ts'
import { setting } from './support/settings.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const ORIGIN = setting('RECEIVER_ORIGIN')

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** A bank that takes payments, once for each key, and none while it is closed. */
async function openBank(received: Received[], isClosed: () => boolean): Promise<Server> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method, url, headers, body })
      const payment = { id: 'pay_1', status: 'open' }
      const [status, answer] = isClosed()
        ? [422, { error: 'Closed today' }]
        : method === 'GET'
          ? [200, [payment]]
          : [201, payment]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  server.listen(Number(new URL(ORIGIN).port), '127.0.0.1')
  await once(server, 'listening')
  return server
}

const DOCUMENT = `openapi: 3.1.0
info: { title: Brightpay bank, version: 4.2.0, description: Create and look up payments. }
servers: [{ url: ${ORIGIN}/v4 }]
security: [{ key: [] }]
paths:
  /payments:
    post:
      operationId: createPayment
      summary: Create a payment
      tags: [Payments]
      parameters: [{ name: Idempotency-Key, in: header, required: true, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [amount, iban]
              properties: { amount: { type: number }, iban: { type: string }, note: { type: string } }
      responses:
        "201":
          description: Created
          content:
            application/json:
              schema:
                type: object
                required: [id]
                properties: { id: { type: string }, status: { enum: [open, paid] } }
    get:
      operationId: findPayments
      summary: Find payments
      tags: [Payments]
      parameters: [{ name: status, in: query, schema: { type: string } }]
      responses: { "200": { content: { application/json: { schema: { type: array, items: {} } } } } }
  /accounts/{id}/limits:
    patch:
      operationId: changeLimits
      summary: Change limits
      tags: [Accounts]
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { properties: { daily: { type: integer } } } } } }
      responses: { "204": { description: Changed } }
  /accounts/{id}/statement:
    get:
      operationId: readStatement
      summary: Read a statement
      tags: [Accounts]
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { content: { application/pdf: {} } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Api-Key } } }
`

const IBAN = 'DE02120300000000202051'

const HEAD = { name: 'Pay invoices', prefix: 'PAY', type: 'sequential', start_step: 'enter' }
const ENTER = {
  id: 'enter',
  type: 'manual',
  name: 'Enter the invoice',
  assignee: { starter: true },
  fields: [
    { name: 'amount', type: 'currency', label: 'Amount', required: true },
    { name: 'iban', type: 'text', label: 'IBAN', required: false },
  ],
}

/** An invoice is entered; nothing is done with it yet. Two were, one of them without an account. */
async function invoicesBefore(owner: Newcomer): Promise<Workflow> {
  const workflow = await withWorkflow(owner, { ...HEAD, steps: { enter: { ...ENTER, next: [] } } })
  const entered: Record<string, Record<string, string>> = { 'Invoice 5': {}, 'Invoice 6': { iban: IBAN } }
  for (const [title, answers] of Object.entries(entered)) {
    const { id } = await begin(owner, workflow, { title })
    await completes(owner, id, ENTER.name, { amount: 12.5, ...answers })
    await expect.poll(async () => (await instanceNow(owner, id)).status).toBe('completed')
  }
  return workflow
}

/** The draft pays what was entered, and then looks the payment up by what the bank answered. */
async function withPayment(owner: Newcomer, { id, version }: Workflow, { id: connection, tool_id }: Connection) {
  const call = { type: 'tool', tool_id, connection }
  const pay = { id: 'pay', name: 'Pay', operation: 'createPayment', output: { id: 'string' }, next: ['find'], ...call }
  const input = { parameters: { status: '{{ vars.id }}' } }
  const find = { id: 'find', name: 'Look it up', operation: 'findPayments', input, next: [], ...call }
  const document = { ...HEAD, steps: { enter: { ...ENTER, next: ['pay'] }, pay, find } }
  await owner.call(saveDraft, { params: { workflowId: id }, body: { base_version: version, document } })
}

test('A pasted OpenAPI document becomes a tool; a step calls it with what was entered, tested first, and again after a failure', async ({
  openBrowser,
  faults,
}) => {
  faults.expect(FAILED_CALL)
  const received: Received[] = []
  let closed = false
  const bank = await openBank(received, () => closed)
  const owner = await newcomer('odile')
  const page = await (await openBrowser({ as: owner.username })).newPage()

  await test.step('read by keyboard alone', async () => {
    await page.goto('/integrations?panel=add')
    await page.getByRole('radio', { name: 'Form', exact: true }).focus()
    await page.getByRole('radio', { name: 'OpenAPI' }).press('Space')
    await expect(page).toHaveURL('/integrations/new')
    await expect(page.getByLabel('Document URL')).toBeFocused()
    await look(page, 'integration-openapi-empty', 390)
    await page.getByRole('button', { name: 'Paste it' }).press('Enter')
    await expect(page.getByLabel('OpenAPI document')).toBeFocused()
    await page.getByLabel('OpenAPI document').fill('swagger: "2.0"')
    await page.getByRole('button', { name: 'Read document' }).press('Enter')
    await expect(page.getByText('This is a Swagger 2 document. Convert it to OpenAPI 3, then add it.')).toBeVisible()
    await page.getByLabel('OpenAPI document').fill(DOCUMENT)
    await page.getByRole('button', { name: 'Read document' }).press('Enter')
  })

  await test.step('what is safe is chosen; what can’t be called says why', async () => {
    const found = page.getByRole('region', { name: 'Tools found' })
    await expect(found.getByRole('checkbox', { name: 'Create a payment' })).toBeChecked()
    await expect(found.getByRole('checkbox', { name: 'Find payments' })).toBeChecked()
    await expect(found.getByRole('checkbox', { name: 'Change limits' })).not.toBeChecked()
    await expect(found.getByRole('checkbox', { name: 'Read a statement' })).toBeDisabled()
    await expect(found.getByText('It answers with a file, which steps can’t take.')).toBeVisible()
    await look(page, 'integration-openapi', 390, 1024)
    await found.getByRole('checkbox', { name: 'Create a payment' }).press('ArrowDown')
    await expect(found.getByRole('checkbox', { name: 'Find payments' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Add Integration with 3 tools' }).press('Enter')
    await expect(toast(page, 'Added Brightpay bank')).toBeVisible()
  })

  await test.step('connected with the key that the document asks for', async () => {
    const panel = page.getByRole('complementary', { name: 'Connect Brightpay bank' })
    await panel.getByText('JSON Mode').click()
    await panel.getByLabel('JSON configuration').fill('{ "api_key": "a key of the bank" }')
    await panel.getByRole('button', { name: 'Test connection' }).press('Enter')
    const connect = panel.getByRole('button', { name: 'Connect', exact: true })
    await expect(connect).toBeEnabled()
    await connect.press('Enter')
    await expect(toast(page, 'Connected Brightpay bank')).toBeVisible()
  })

  const workflow = await test.step('a step is filled in and tested in the builder', async () => {
    const [connection] = (await owner.call(listConnections, undefined)).data
    if (!connection) throw new Error('nothing is connected')
    const made = await invoicesBefore(owner)
    await withPayment(owner, made, connection)
    await openWorkflow(page, made)
    await startEditing(page)
    await stepCard(page, 'Pay').click()
    const panel = stepPanel(page)
    await expect(panel.getByText('0 of 2 required')).toBeVisible()
    await panel.getByRole('textbox', { name: 'amount' }).fill('{{ vars.amount }}')
    await expect(panel.getByText('Becomes 12.5')).toBeVisible()
    await panel.getByRole('button', { name: 'Insert a variable into iban' }).press('Enter')
    await page.getByRole('menuitem', { name: 'IBAN' }).press('Enter')
    await expect(panel.getByText(`Becomes ${IBAN}`)).toBeVisible()
    await expect(panel.getByText('Empty in 1 of the last 2 instances.')).toBeVisible()
    await look(page, 'step-tool-preview', 390, 1024)
    await panel.getByRole('combobox', { name: 'Values from' }).press('Enter')
    await page.getByRole('option', { name: 'PAY-1 Invoice 5' }).click()
    await expect(panel.getByText('Becomes Empty')).toBeVisible()
    await panel.getByRole('button', { name: 'Test call' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Run “Create a payment” with Brightpay bank for real?' })
    await question.getByRole('button', { name: 'Send test' }).press('Enter')
    await expect(panel.getByText(/^Answered in /)).toBeVisible()
    await look(page, 'step-tool-tested', 1024)
    expect(received.at(-1)?.headers['throughline-test']).toBeTruthy()
    expect(received.at(-1)?.body).toBe('{"amount":1,"iban":"Sample iban"}')
    await publishVersion(page, 2)
    return made
  })

  await test.step('it fails where the bank takes nothing, and is done once when it is retried', async () => {
    received.length = 0
    closed = true
    const { id } = await begin(owner, workflow, { title: 'Invoice 7' })
    await completes(owner, id, ENTER.name, { amount: 12.5, iban: IBAN })
    const { id: taskId } = await openTask(owner, id, 'Pay')
    await page.goto(`/tasks/${taskId}`)
    await expect(page.getByText('Closed today').first()).toBeVisible()
    closed = false
    await page.getByRole('button', { name: 'Retry' }).press('Enter')
    await expect(toast(page, 'Retrying')).toBeVisible()
    await expect.poll(async () => (await instanceNow(owner, id)).status).toBe('completed')
    const [refused, paid, found, ...more] = received
    expect(more).toEqual([])
    // What the bank refused was done by nobody: the retry is another call, and has a key of its own.
    expect(refused?.headers['idempotency-key']).toMatch(/:pay:1$/)
    expect(paid).toMatchObject({
      method: 'POST',
      url: '/v4/payments',
      body: JSON.stringify({ amount: 12.5, iban: IBAN }),
      headers: { 'x-api-key': 'a key of the bank', 'idempotency-key': expect.stringMatching(/:pay:1:r2$/) },
    })
    // What the bank answered is what the next step asks by.
    expect(found).toMatchObject({ method: 'GET', url: '/v4/payments?status=pay_1' })
    await page.goto(`/instances/${id}`)
    await expect(page.getByText('pay_1').first()).toBeVisible()
  })
  bank.close()
})
