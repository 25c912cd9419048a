import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { ApiKeyId, HookId, MailAddressId, type WorkflowId } from '@throughline/contracts/ids'
import { startInstance } from '@throughline/contracts/instances'
import { startByKey } from '../src/areas/instances/start-by-person.service.ts'
import { makeKey } from '../src/areas/starts/api-keys/api-keys.service.ts'
import { deliver } from '../src/areas/starts/hooks/deliver.ts'
import { makeHook } from '../src/areas/starts/hooks/hooks.service.ts'
import { insertMail } from '../src/areas/starts/mail/inbound-mails.queries.ts'
import { makeAddress } from '../src/areas/starts/mail/mail-addresses.service.ts'
import { processMail } from '../src/areas/starts/mail/process-mail.ts'
import type { Message } from '../src/areas/starts/mail/read-message.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { noteKeyUse } from '../src/core/http/api-key.ts'
import { createStorage } from '../src/core/storage/storage.ts'
import { newToken } from './api-keys.ts'
import type { Cast } from './cast.ts'
import { newSecret } from './hooks.ts'

async function seedHook(ctx: Context, cast: Cast, clients: WorkflowId, fixed: Record<string, string>) {
  const priya = await cast.viewer('priya')
  const { data } = await makeHook(ctx, priya, clients, {
    name: 'Website sign-up',
    style: 'standard',
    secret: newSecret(),
    repeat_by: 'id',
    repeat_path: '',
    title: '{$.company.name}',
    files_path: '',
    mapping: { client_name: '$.company.name', contact_email: '$.contact.email', client_size: '$.company.size' },
    fixed_values: fixed,
  })
  const call = (id: string, content: object) =>
    deliver(ctx, {
      tenantId: priya.tenantId,
      hookId: HookId.parse(data.id),
      began: performance.now(),
      call: {
        headers: { 'content-type': 'application/json', 'webhook-id': id },
        body: Buffer.from(JSON.stringify(content)),
      },
    })
  const lock = { company: { name: 'Tidewater Locks', size: 'medium' }, contact: { email: 'office@tidewater.example' } }
  await call('msg_20261112_1', lock)
  await call('msg_20261112_1', lock)
  await call('msg_20261112_2', {
    company: { name: 'Alder & Finch', size: 'huge' },
    contact: { email: 'hi@alder.example' },
  })
}

const message = (from: string, name: string, subject: string, text: string, more: Partial<Message> = {}): Message => ({
  sender_address: from,
  sender_name: name,
  froms: 1,
  subject,
  text,
  date: '2026-11-12T09:00:00.000Z',
  message_id: `<${randomUUID()}@${from.split('@')[1]}>`,
  answers: '',
  auto_submitted: [],
  precedence: [],
  list_id: 0,
  auto_reply: 0,
  content_type: 'text/plain',
  authentication: [],
  hash: randomUUID().replaceAll('-', '').padEnd(64, '0'),
  ...more,
})

async function seedMail(ctx: Context, cast: Cast, clients: WorkflowId, fixed: Record<string, string>) {
  if (!ctx.config.MAIL_IN_DOMAIN) return
  const priya = await cast.viewer('priya')
  const { data } = await makeAddress(ctx, priya, clients, {
    name: 'New clients',
    senders: 'domains',
    domains: ['brightline.example', 'quayside.example'],
    thanks: true,
    mapping: { client_name: '$.sender_name', contact_email: '$.sender_address' },
    fixed_values: { ...fixed, client_size: 'small' },
  })
  const addressId = MailAddressId.parse(data.id)
  const { tenantId } = priya
  const storage = createStorage(ctx.config)
  const come = async (
    verified: boolean,
    from: string,
    name: string,
    subject: string,
    text: string,
    more?: Partial<Message>,
  ) => {
    const raw = [`From: ${name} <${from}>`, `Subject: ${subject}`, 'Content-Type: text/plain', '', text, ''].join(
      '\r\n',
    )
    // A held one is read again when somebody lets it start.
    const objectKey = await storage.receiveStream(Readable.from([Buffer.from(raw)]))
    await inTenant(ctx, { tenantId }, async (tx) => {
      const mail = { addressId, objectKey, size: raw.length, envelopeFrom: from }
      const id = await insertMail(tx.db, tenantId, mail)
      await processMail(ctx, tx, id, { message: message(from, name, subject, text, more), verified, files: [] })
    })
  }
  await come(true, 'office@quayside.example', 'Quayside Paper', 'Bookkeeping from January', 'We would like an offer.')
  await come(
    false,
    'sales@quayside.example',
    'Quayside Sales',
    'Changed contact',
    'Please write to us here from now on.',
  )
  await come(true, 'ap@brightline.example', 'Brightline Freight', 'Out of office', 'I am away until Monday.', {
    auto_submitted: ['auto-replied'],
  })
  storage.close()
}

async function seedKey(ctx: Context, cast: Cast, clients: WorkflowId, account_manager: string) {
  const priya = await cast.viewer('priya')
  const { data } = await makeKey(ctx, priya, clients, {
    name: 'CRM nightly',
    token: newToken(),
    networks: [],
    ends_in_days: 90,
  })
  const key = {
    keyId: ApiKeyId.parse(data.id),
    name: 'CRM nightly',
    tenantId: priya.tenantId,
    workflowIds: new Set([clients]),
    network: '203.0.113.0/24',
    standIn: { stand_in_kind: null, stand_in_id: null },
  }
  const answers = {
    client_name: 'Marlow Shipping',
    contact_email: 'finance@marlow.example',
    client_size: 'large',
    account_manager,
  }
  const body = startInstance.body.parse({ name: 'Marlow Shipping', answers })
  await startByKey(ctx, key, clients, body, 'crm-4711')
  await inTenant(ctx, { tenantId: key.tenantId }, (tx) => noteKeyUse(tx, key))
}

/** Work of the firm that other programs and emails begin, and what came so far. */
export async function seedStarts(ctx: Context, cast: Cast, clients: WorkflowId): Promise<void> {
  const account_manager = await cast.member('elena')
  await seedHook(ctx, cast, clients, { account_manager })
  await seedMail(ctx, cast, clients, { account_manager })
  await seedKey(ctx, cast, clients, account_manager)
}
