/** What starts a workflow from outside: mail servers, programs, and the clock. */
import { createHmac, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import type { Input } from '@throughline/contracts/endpoint'
import { addSchedule, type Schedule } from '@throughline/contracts/starts'
import { saveWorkflow, type Workflow, type WorkflowInput } from '@throughline/contracts/workflows'
import type { Caller } from './api.ts'
import { PURCHASE } from './builder.ts'
import { setting } from './settings.ts'

/** As a mail server hands it over: each line after the answer to the one before. */
export async function sendMail(to: string, subject: string) {
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

/** As a program that signs its calls; what it is answered. */
export function callHook(page: Page, url: string, secret: string, content: object): Promise<number> {
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

/** As a program that knows the key and nothing else; always the same call. */
export const startWithKey = (page: Page, { id }: Pick<Workflow, 'id'>, token: string): Promise<number> =>
  page.evaluate(
    async ([workflow, key]) => {
      const headers = {
        authorization: `Bearer ${key}`,
        'idempotency-key': workflow,
        'content-type': 'application/json',
      }
      const body = JSON.stringify({ name: 'From the scanner', answers: {} })
      const call = { method: 'POST', credentials: 'omit', headers, body } as const
      return (await fetch(`/v1/workflows/${workflow}/instances/`, call)).status
    },
    [id, token] as const,
  )

export async function withSchedule(
  host: Caller,
  { id }: Pick<Workflow, 'id'>,
  body: Input<typeof addSchedule>['body'],
): Promise<Schedule> {
  return (await host.call(addSchedule, { params: { workflowId: id }, body })).data
}

/** Publishes a version that asks for more, which nothing that starts it gives. */
export async function askForMore(host: Caller, { id }: Pick<Workflow, 'id'>) {
  const start_fields: WorkflowInput['start_fields'] = [
    { name: 'cost_center', type: 'text', label: 'Cost center', required: true },
  ]
  await host.call(saveWorkflow, { params: { workflowId: id }, body: { ...PURCHASE, start_fields } })
}
