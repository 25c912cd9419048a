import { randomUUID } from 'node:crypto'
import { listApiKeys } from '@throughline/contracts/api-keys'
import { getDelivery, listDeliveries } from '@throughline/contracts/hooks'
import { narrowInstance } from '@throughline/contracts/instance-acts'
import { decideMail, listMails } from '@throughline/contracts/mail-starts'
import { getSchedule } from '@throughline/contracts/starts'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeKey } from '../../../test/api-keys.ts'
import { INTAKE_WORKFLOW } from '../../../test/forms.ts'
import { makeHook } from '../../../test/hooks.ts'
import { makeMailAddress } from '../../../test/mail-starts.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { makeSchedule } from '../../../test/schedules.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { signedHeaders } from './hooks/signatures.ts'
import { insertMail } from './mail/inbound-mails.queries.ts'
import { fireSchedule } from './schedules/fire-schedule.ts'

const api = await sharedApi()
const { ctx, app } = api
const { ours, actors } = await createWorld(api)
const host = new URL(ctx.config.APP_ORIGIN).host
const DAY = 86_400_000
const EIGHT = Math.floor((Date.now() - DAY) / DAY) * DAY + 8 * 3_600_000

type Client = typeof actors.member.client

async function post(url: string, headers: Record<string, string>, payload: string): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { host, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', ...headers },
    payload,
  })
  expect(answer.statusCode).toBeLessThan(300)
}

const instancesOf = async (workflowId: string) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ id: string }>('select id from instances where workflow_id = $1 order by id', [workflowId]),
  )
  return rows.map(({ id }) => id)
}

/** One that started the instance, and a reply to it that waits for somebody. */
async function putMails(addressId: string, instanceId: string) {
  const put = async (state: string) => {
    const mail = { addressId, objectKey: null, size: 9, envelopeFrom: '' }
    const id = await inTenant(ctx, ours, ({ db, tenantId }) => insertMail(db, tenantId, mail))
    await api.database.admin((db) =>
      db.query(
        `update inbound_mails set state = $2, instance_id = $3, sender = 'eve@brightline.example', subject = 'Dismissal'
         where id = $1`,
        [id, state, instanceId],
      ),
    )
    return id
  }
  await put('started')
  return put('held')
}

/** An instance by a webhook, one by a schedule and one by a key; and mail about one of them. */
async function startEach() {
  const workflowId = await makeWorkflow(ctx, ours, INTAKE_WORKFLOW)
  const hook = await makeHook(ctx, ours, { workflowId })
  const body = JSON.stringify({ supplier: { name: 'Quayside Paper' }, total: { people: 3 } })
  const id = randomUUID()
  await post(`/v1/hooks/${hook.hookId}/`, signedHeaders('standard', hook.secret, Buffer.from(body), { id }), body)
  const since = new Date(EIGHT - 2 * DAY)
  const schedule = await makeSchedule(ctx, ours, { workflowId, since, stillRunning: 'skip' })
  for (const at of [EIGHT - DAY, EIGHT])
    await inTenant(ctx, ours, (tx) => fireSchedule(tx, schedule.scheduleId, at, at))
  const { token } = await makeKey(ctx, ours, { workflowId })
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': id }
  await post(`/v1/workflows/${workflowId}/instances/`, headers, '{"name":"By key","answers":{"company":"Quayside"}}')
  const instances = await instancesOf(workflowId)
  const { mailAddressId } = await makeMailAddress(ctx, ours, { workflowId })
  const mailId = await putMails(mailAddressId, instances[0] ?? '')
  return { workflowId, hookId: hook.hookId, scheduleId: schedule.scheduleId, mailAddressId, mailId, instances }
}

type Each = Awaited<ReturnType<typeof startEach>>

/** All that the lists of this workflow say of instances, and of what began them. */
async function listedFor(client: Client, of: Each) {
  const { data: calls } = await client(listDeliveries, { params: listDeliveries.params.parse(of), query: {} })
  const params = getDelivery.params.parse({ ...of, deliveryId: calls[0]?.id })
  const { body } = (await client(getDelivery, { params })).data
  const { last } = (await client(getSchedule, { params: getSchedule.params.parse(of) })).data
  const keys = (await client(listApiKeys, { params: listApiKeys.params.parse(of) })).data
  const { data: recent } = await client(listMails, { params: listMails.params.parse(of), query: {} })
  return {
    instances: [...calls, ...last, ...keys.calls, ...recent].flatMap(({ instance }) => instance?.id ?? []),
    reasons: last.flatMap(({ reason }) => reason ?? []),
    said: [body, ...recent.flatMap(({ sender, subject }) => [sender, subject])].filter(Boolean),
    held: recent.filter(({ state }) => state === 'held').length,
    listed: [calls.length, last.length, recent.length],
  }
}

test('of an instance that only its participants see the others learn no more than that something was started', async () => {
  const of = await startEach()
  const before = await listedFor(actors.member.client, of)
  expect(before.instances).toHaveLength(5)
  expect(new Set(before.instances)).toEqual(new Set(of.instances))
  expect(before.said).toHaveLength(5)
  // Read by all, so it names no instance.
  const reasons = ['The last one was still running.']
  expect(before.reasons).toEqual(reasons)
  for (const instanceId of of.instances) {
    const params = narrowInstance.params.parse({ instanceId })
    await actors.owner.client(narrowInstance, { params, body: { narrowed: true } })
  }
  expect(await listedFor(actors.member.client, of)).toEqual({
    instances: [],
    reasons,
    said: [],
    held: 0,
    listed: [1, 2, 1],
  })
  expect(await listedFor(actors.owner.client, of)).toEqual(before)
  const decide = { params: decideMail.params.parse(of), body: { start: false } }
  expect(await verdict(actors.member.client(decideMail, decide))).toBe('404 not_found')
  expect(await verdict(actors.owner.client(decideMail, decide))).toBe('accepted')
})
