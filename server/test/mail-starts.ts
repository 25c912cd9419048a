import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { insertMail } from '../src/areas/starts/mail/inbound-mails.queries.ts'
import { type AddressValues, insertAddress } from '../src/areas/starts/mail/mail-addresses.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import type { Tenant } from './factories.ts'
import { INTAKE_WORKFLOW } from './forms.ts'
import { makeWorkflow } from './running-world.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Domains that sign with our key; every other name is unknown. */
const SIGNING_DOMAINS = ['brightline.example', 'evil.example', 'throughline.test', 'harbor.example', 'quay.example']

export async function resolveFixed(name: string): Promise<string[][]> {
  if (SIGNING_DOMAINS.some((domain) => name === `k1._domainkey.${domain}`)) {
    return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
  }
  throw Object.assign(new Error(`no such name: ${name}`), { code: 'ENOTFOUND' })
}

/** The message as that domain signs it. */
export async function signedBy(
  signingDomain: string,
  raw: string,
  more: { maxBodyLength?: number; headerList?: string[] } = {},
) {
  const signing = { signingDomain, selector: 'k1', privateKey }
  const { signatures } = await dkimSign(raw, { ...signing, signatureData: [{ ...signing, ...more }] })
  return signatures + raw
}

interface MailSpec {
  from?: string
  subject?: string
  headers?: readonly string[]
  text?: string
}

export const rawMail = ({
  from = 'Brightline <billing@brightline.example>',
  subject = unique('Invoice'),
  headers = [],
  text = 'Please pay.',
}: MailSpec = {}): string =>
  [
    `From: ${from}`,
    'To: invoices@in.throughline.test',
    `Subject: ${subject}`,
    'Date: Thu, 12 Nov 2026 09:00:00 +0000',
    `Message-ID: <${unique('m')}@brightline.example>`,
    'MIME-Version: 1.0',
    ...headers,
    ...(headers.some((header) => /^content-type:/i.test(header)) ? [] : ['Content-Type: text/plain; charset=utf-8']),
    '',
    text,
    '',
  ].join('\r\n')

/** An address of a workflow that asks for a company: the subject, unless it is said otherwise. */
export async function makeMailAddress(
  ctx: Context,
  tenant: Tenant,
  { workflowId, ...more }: Partial<AddressValues> & { workflowId?: string } = {},
) {
  const id = workflowId ?? (await makeWorkflow(ctx, tenant, INTAKE_WORKFLOW))
  const localPart = `invoices-${unique('a')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')}`.slice(0, 60)
  const values: AddressValues = {
    name: 'Invoices',
    senders: 'anyone',
    domains: [],
    thanks: false,
    mapping: { company: '$.subject' },
    fixed: {},
    standIn: null,
    toldId: tenant.ownerId,
    ...more,
  }
  const mailAddressId = await inTenant(ctx, { tenantId: tenant.tenantId }, ({ db, tenantId }) =>
    insertAddress(db, tenantId, { workflowId: id, memberId: tenant.ownerId, localPart }, values),
  )
  return { workflowId: id, mailAddressId, localPart }
}

/** One that somebody has to look at. */
async function makeHeldMail(ctx: Context, tenant: Tenant) {
  const { workflowId, mailAddressId } = await makeMailAddress(ctx, tenant)
  const mailId = await inTenant(ctx, { tenantId: tenant.tenantId }, async ({ db, tenantId }) => {
    const id = await insertMail(db, tenantId, { addressId: mailAddressId, objectKey: null, size: 1, envelopeFrom: '' })
    await db
      .updateTable('inbound_mails')
      .set({ state: 'held' })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute()
    return id
  })
  return { workflowId, mailAddressId, mailId }
}

export function mailStartSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const workflow = async (): Promise<Sample> => ({
    params: { workflowId: await makeWorkflow(ctx, ours, INTAKE_WORKFLOW) },
  })
  const one = async (body?: Record<string, unknown>): Promise<Sample> => {
    const { workflowId, mailAddressId } = await makeMailAddress(ctx, ours)
    return { params: { workflowId, mailAddressId }, ...(body && { body }) }
  }
  const whole = () => ({ name: unique('Invoices'), senders: 'anyone', mapping: { company: '$.subject' } })
  const path = '/v1/workflows/:workflowId/mail-addresses/'
  return {
    [`GET ${path}`]: workflow,
    [`POST ${path}`]: async () => ({ ...(await workflow()), body: whole() }),
    [`GET ${path}:mailAddressId/`]: () => one(),
    [`PUT ${path}:mailAddressId/`]: () => one({ ...whole(), version: 1 }),
    [`DELETE ${path}:mailAddressId/`]: () => one(),
    [`POST ${path}:mailAddressId/pause/`]: () => one({ paused: true }),
    [`GET ${path}:mailAddressId/mails/`]: () => one(),
    [`POST ${path}:mailAddressId/mails/:mailId/decide/`]: async () => ({
      params: await makeHeldMail(ctx, ours),
      body: { start: false },
    }),
  }
}
