import { randomUUID } from 'node:crypto'
import * as hooks from '@throughline/contracts/hooks'
import { listStarts } from '@throughline/contracts/starts'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { askForFirm } from '../../../../test/forms.ts'
import { makeDelivery, makeHook, newSecret } from '../../../../test/hooks.ts'
import { verdict } from '../../../../test/verdict.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { createHeldStartActivities, startHeldOne } from '../held-starts.activities.ts'
import { forgetOriginOf } from '../origin.ts'
import { signedHeaders } from './signatures.ts'

const api = await sharedApi()
const { ctx, app } = api
const world = await createWorld(api)
const { ours, actors } = world
const { client } = actors.member
const host = new URL(ctx.config.APP_ORIGIN).host
const ADDRESS = `10.7.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
const CALL = JSON.stringify({ id: 'inv_1', supplier: { name: 'Quayside Paper' }, total: { people: 3 } })

type Made = Awaited<ReturnType<typeof makeHook>>

const post = async (hookId: string, headers: Record<string, string>, body: string | Buffer) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/hooks/${hookId}/`,
    headers: { host, 'x-forwarded-for': ADDRESS, 'content-type': 'application/json', ...headers },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const send = (
  { hookId, secret }: Made,
  body = CALL,
  { style = 'standard', id = randomUUID() }: { style?: hooks.HookStyle; id?: string } = {},
  more: Record<string, string> = {},
) => post(hookId, { ...signedHeaders(style, secret, Buffer.from(body), { id }), ...more }, body)

const instancesOf = async ({ workflowId }: { workflowId: string }) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ id: string; name: string; source: string; source_name: string; started_by: string | null }>(
      'select id, name, source, source_name, started_by from instances where workflow_id = $1 order by id',
      [workflowId],
    ),
  )
  return rows
}

const deliveriesOf = async (made: Made, rejected?: boolean) =>
  (
    await client(hooks.listDeliveries, {
      params: hooks.listDeliveries.params.parse(made),
      query: { ...(rejected && { rejected: 'true' }) },
    })
  ).data

describe('a signed call', () => {
  test.each(hooks.HookStyle.options)('in the style %s starts one instance in nobody’s name', async (style) => {
    const made = await makeHook(ctx, ours, { style, title: 'Order {$.id}' })
    const { status, body } = await send(made, CALL, { style })
    expect(status).toBe(202)
    const [instance, ...others] = await instancesOf(made)
    expect(others).toEqual([])
    expect(instance).toMatchObject({
      name: 'Order inv_1',
      source: 'webhook',
      source_name: 'Procurement',
      started_by: null,
    })
    expect(body.data).toEqual({ instance: { id: instance?.id, key: expect.stringMatching(/^ONB.*-1$/) }, held: false })
  })

  test('that comes again gets the same answer and starts nothing', async () => {
    const made = await makeHook(ctx, ours)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(made, CALL, { id: 'msg_1' })))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await instancesOf(made)).toHaveLength(1)
    expect((await deliveriesOf(made)).map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'duplicate'),
      'started',
    ])
  })

  test.each([
    ['a value in its body', { repeatBy: 'value', repeatPath: '$.id' }],
    ['its body', { repeatBy: 'body' }],
  ])('is known by %s, whatever its id is', async (_, rule) => {
    const made = await makeHook(ctx, ours, rule)
    expect((await send(made)).body).toEqual((await send(made)).body)
    await send(made, CALL.replace('inv_1', 'inv_2'))
    expect(await instancesOf(made)).toHaveLength(2)
  })

  test('as a form gives its fields', async () => {
    const made = await makeHook(ctx, ours, { mapping: { company: '$.company', people: '$.people' } })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await send(made, 'company=Quayside+Paper&people=3', {}, type)).status).toBe(202)
  })

  test('with a wrong value is refused with place and reason, and the person named is told once', async () => {
    const made = await makeHook(ctx, ours)
    const wrong = CALL.replace('"people":3', '"people":"12.480,50"')
    const { status, body } = await send(made, wrong)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'not_started',
      message: 'people must be a number, not “12.480,50”.',
      errors: [{ path: 'people', message: 'must be a number, not “12.480,50”' }],
    })
    await send(made, wrong)
    const { rows } = await api.database.admin((db) =>
      db.query(`select title, body from messages where workflow_id = $1 and type = 'start_refused'`, [made.workflowId]),
    )
    expect(rows).toEqual([{ title: 'Procurement couldn’t start an instance', body: body.message }])
    expect(await deliveriesOf(made, true)).toHaveLength(2)
  })

  test.each([
    ['no JSON', '{"a":', 'The body isn’t valid JSON.'],
    ['a name twice', '{"id":1,"id":2}', 'A name is used twice in the same object.'],
    ['JSON as deep as it is long', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'The body is nested too deeply.'],
    ['what cannot be stored', '{"a":"\\u0000"}', 'The body has characters that can’t be stored.'],
    ['nothing', '', 'The body isn’t valid JSON.'],
  ])('with %s is refused', async (_, content, message) => {
    const made = await makeHook(ctx, ours)
    expect(await send(made, content)).toMatchObject({ status: 422, body: { message } })
    expect(await instancesOf(made)).toEqual([])
  })

  test('waits while the workflow is archived, and says so', async () => {
    const made = await makeHook(ctx, ours)
    await api.database.admin((db) =>
      db.query(`update workflows set status = 'archived' where id = $1`, [made.workflowId]),
    )
    const answers = [await send(made, CALL, { id: 'm' }), await send(made, CALL, { id: 'm' })]
    for (const one of answers)
      expect(one).toMatchObject({ status: 202, body: { data: { instance: null, held: true } } })
    expect((await deliveriesOf(made))[0]).toMatchObject({ state: 'held', reason: 'The workflow is archived.' })
    const { data } = await client(listStarts, { params: listStarts.params.parse(made) })
    expect(data.webhooks[0]).toMatchObject({ name: 'Procurement', held: 1, started: 0 })
  })

  test('of a paused webhook is refused', async () => {
    const made = await makeHook(ctx, ours)
    await client(hooks.pauseHook, { params: hooks.pauseHook.params.parse(made), body: { paused: true } })
    expect(await send(made)).toMatchObject({ status: 422, body: { message: 'The webhook is paused.' } })
  })
})

test('a new secret works at once, the one before for another day, and the one before that no more', async () => {
  const made = await makeHook(ctx, ours)
  const params = hooks.replaceHookSecret.params.parse(made)
  const replace = async () => {
    const secret = newSecret()
    const { data } = await client(hooks.replaceHookSecret, { params, body: { secret } })
    return { ...made, secret, data }
  }
  const second = await replace()
  expect(second.data).toMatchObject({
    secret: { end: second.secret.slice(-4) },
    previous: { end: made.secret.slice(-4) },
  })
  expect([(await send(made)).status, (await send(second)).status]).toEqual([202, 202])
  const third = await replace()
  expect([(await send(made)).status, (await send(second)).status, (await send(third)).status]).toEqual([401, 202, 202])
  await api.database.admin((db) => db.query(`update hooks set previous_until = now() where id = $1`, [made.hookId]))
  expect((await send(second)).status).toBe(401)
})

describe('a member', () => {
  const settings = {
    name: 'Procurement',
    style: 'standard' as const,
    repeat_by: 'id' as const,
    mapping: { company: '$.supplier.name' },
  }
  const add = async (more: object = {}) => {
    const { workflowId } = await makeHook(ctx, ours)
    const params = hooks.addHook.params.parse({ workflowId })
    return (await client(hooks.addHook, { params, body: { ...settings, secret: newSecret(), ...more } })).data
  }

  test('makes a webhook, whose secret is in no answer and no row', async () => {
    const secret = newSecret()
    const made = await add({ secret })
    expect(made.url).toBe(`${ctx.config.APP_ORIGIN}/v1/hooks/${made.id}/`)
    expect(JSON.stringify(made)).not.toContain(secret.slice(6))
    expect((await send({ workflowId: made.workflow_id, hookId: made.id, secret })).status).toBe(202)
    const { rows } = await api.database.admin((db) =>
      db.query<{ text: string }>(
        `select row_to_json(h)::text as text from hooks h union all select row_to_json(i)::text from idempotency_keys i
         union all select row_to_json(e)::text from events e`,
      ),
    )
    expect(rows.some(({ text }) => text.includes(secret.slice(6, 30)))).toBe(false)
  })

  test.each([
    ['a required value that nothing gives', { mapping: {} }],
    ['a path that is none', { mapping: { company: 'supplier' } }],
    ['a file', { mapping: { company: '$.a', papers: '$.b' } }],
    ['an unknown variable', { mapping: { company: '$.a', nothing: '$.b' } }],
    ['no path to know repeats by', { repeat_by: 'value', repeat_path: '$' }],
    ['a secret that is too short', { secret: 'short' }],
  ])('makes none with %s', async (_, more) => {
    expect(await verdict(add(more))).toBe('422 invalid_request')
  })

  test('tries a call without starting anything, then signs and sends it', async () => {
    const made = await makeHook(ctx, ours)
    const params = hooks.testHook.params.parse(made)
    const dry = (await client(hooks.testHook, { params, body: { content: CALL } })).data
    expect(dry).toMatchObject({ status: 202, problem: null, instance: null })
    expect(dry.values).toEqual([
      { variable: 'company', type: 'string', value: 'Quayside Paper' },
      { variable: 'people', type: 'number', value: 3 },
    ])
    const bad = (await client(hooks.testHook, { params, body: { content: '{}' } })).data
    expect(bad).toMatchObject({ status: 422, problem: 'Required by the workflow, but missing: Company.' })
    expect(await instancesOf(made)).toEqual([])
    const sent = (await client(hooks.testHook, { params, body: { content: CALL, send: true } })).data
    expect(sent).toMatchObject({ status: 202, instance: { key: expect.stringMatching(/-1$/) } })
    expect(await instancesOf(made)).toHaveLength(1)
  })

  test('reads the body of a rejected call, repairs the webhook and starts it, once', async () => {
    const made = await makeHook(ctx, ours, { mapping: { company: '$.supplier.name', people: '$.supplier.name' } })
    const deliveryId = await makeDelivery(ctx, ours, made.hookId, CALL)
    const params = hooks.getDelivery.params.parse({ ...made, deliveryId })
    expect((await client(hooks.getDelivery, { params })).data.body).toBe(CALL)
    expect(await verdict(client(hooks.retryDelivery, { params }))).toBe('409 not_started')
    await client(hooks.changeHook, { params: hooks.changeHook.params.parse(made), body: { ...settings, version: 1 } })
    const started = (await client(hooks.retryDelivery, { params })).data
    expect(started.key).toMatch(/-1$/)
    expect(await verdict(client(hooks.retryDelivery, { params }))).toBe('409 not_startable')
  })

  test('holds a rejected call that can’t start yet, says so, and it brings its files once it has begun', async () => {
    const made = await makeHook(ctx, ours, { filesPath: '$.attachments' })
    const body = JSON.stringify({ ...JSON.parse(CALL), attachments: 'https://files.example/order.pdf' })
    const deliveryId = await makeDelivery(ctx, ours, made.hookId, body)
    const setStatus = (status: string) =>
      api.database.admin((db) => db.query(`update workflows set status = $2 where id = $1`, [made.workflowId, status]))
    await setStatus('archived')
    const params = hooks.retryDelivery.params.parse({ ...made, deliveryId })
    expect(await verdict(client(hooks.retryDelivery, { params }))).toBe('409 not_started')
    const [held] = await deliveriesOf(made)
    expect(held).toMatchObject({ state: 'held', reason: 'The workflow is archived.', files: [{ state: 'waiting' }] })
    expect(await verdict(client(hooks.retryDelivery, { params }))).toBe('409 not_startable')
    await setStatus('active')
    const { rows } = await api.database.admin((db) =>
      db.query<{ id: string }>('select id from held_starts where trigger_id = $1', [made.hookId]),
    )
    expect(rows).toHaveLength(1)
    await inTenant(ctx, ours, (tx) => startHeldOne(tx, rows[0]?.id ?? ''))
    const [instance, ...others] = await instancesOf(made)
    expect(others).toEqual([])
    expect(await deliveriesOf(made)).toMatchObject([{ state: 'started', instance: { id: instance?.id } }])

    // The call that brought it is forgotten with it, though it names only what it waited as.
    await inTenant(ctx, ours, ({ db, tenantId }) => forgetOriginOf(db, tenantId, instance?.id ?? ''))
    expect((await client(hooks.getDelivery, { params })).data).toMatchObject({ body: null, files: [] })
  })

  test('starts a held call that no longer fits once the webhook is fixed, for all its repeats and once', async () => {
    const made = await makeHook(ctx, ours, { mapping: { company: '$.supplier.name' } })
    const setStatus = (status: string) =>
      api.database.admin((db) => db.query(`update workflows set status = $2 where id = $1`, [made.workflowId, status]))
    await setStatus('archived')
    for (let time = 0; time < 2; time++) expect((await send(made, CALL, { id: 'm' })).status).toBe(202)
    expect((await deliveriesOf(made)).map(({ startable }) => startable)).toEqual([false, false])
    await setStatus('active')
    await askForFirm(client, made.workflowId)
    await createHeldStartActivities(ctx).startHeldSome({ tenantId: ours.tenantId, workflowId: made.workflowId })
    const misfit = { state: 'held', reason: 'Required by the workflow, but missing: Firm.', startable: true }
    const deliveries = await deliveriesOf(made)
    expect(deliveries).toMatchObject([misfit, misfit])
    const params = hooks.retryDelivery.params.parse({ ...made, deliveryId: deliveries[0]?.id })
    expect(await verdict(client(hooks.retryDelivery, { params }))).toBe('409 not_started')

    const body = { ...settings, mapping: { firm: '$.supplier.name' }, version: 1 }
    await client(hooks.changeHook, { params: hooks.changeHook.params.parse(made), body })
    await setStatus('archived')
    expect(await verdict(client(hooks.retryDelivery, { params }))).toBe('409 not_started')
    expect((await deliveriesOf(made))[0]).toMatchObject({ reason: 'The workflow is archived.', startable: false })
    await setStatus('active')
    await createHeldStartActivities(ctx).startHeldSome({ tenantId: ours.tenantId, workflowId: made.workflowId })
    const [instance, ...others] = await instancesOf(made)
    expect(others).toEqual([])
    const started = { state: 'started', instance: { id: instance?.id }, startable: false }
    expect(await deliveriesOf(made)).toMatchObject([started, started])
    expect(await verdict(client(hooks.retryDelivery, { params }))).toBe('409 not_startable')
  })

  test('starts a held call at once that was fixed while the workflow runs', async () => {
    const made = await makeHook(ctx, ours, { mapping: { company: '$.supplier.name', people: '$.supplier.name' } })
    await api.database.admin((db) =>
      db.query(`update workflows set current_version = null where id = $1`, [made.workflowId]),
    )
    await send(made)
    await api.database.admin((db) =>
      db.query(`update workflows set current_version = 1 where id = $1`, [made.workflowId]),
    )
    const wake = () =>
      createHeldStartActivities(ctx).startHeldSome({ tenantId: ours.tenantId, workflowId: made.workflowId })
    await wake()
    await client(hooks.changeHook, { params: hooks.changeHook.params.parse(made), body: { ...settings, version: 1 } })
    const [held] = await deliveriesOf(made)
    const params = hooks.retryDelivery.params.parse({ ...made, deliveryId: held?.id })
    expect((await client(hooks.retryDelivery, { params })).data.key).toMatch(/-1$/)
    await wake()
    expect(await instancesOf(made)).toHaveLength(1)
  })

  test('starts a rejected call that was repeated and started since no second time', async () => {
    const made = await makeHook(ctx, ours, { repeatBy: 'body' })
    const deliveryId = await makeDelivery(ctx, ours, made.hookId, CALL)
    const { body } = await send(made)
    const params = hooks.retryDelivery.params.parse({ ...made, deliveryId })
    expect((await client(hooks.retryDelivery, { params })).data).toEqual(body.data.instance)
    expect(await instancesOf(made)).toHaveLength(1)
    expect((await deliveriesOf(made)).map(({ state }) => state).toSorted()).toEqual(['duplicate', 'started'])
  })

  test.each([
    ['its body', 'standard', 'body'],
    ['its body, since no id came', 'stripe', 'id'],
  ] as const)('starts an older call that is known by %s no second time', async (_, style, repeat_by) => {
    const mapping = { company: '$.supplier.name', people: '$.supplier.name' }
    const made = await makeHook(ctx, ours, { style, repeatBy: repeat_by, mapping })
    const call = JSON.stringify({ supplier: { name: 'Quayside Paper' } })
    expect((await send(made, call, { style })).status).toBe(422)
    const [rejected] = await deliveriesOf(made)
    const body = { ...settings, style, repeat_by, version: 1 }
    await client(hooks.changeHook, { params: hooks.changeHook.params.parse(made), body })
    const started = (await send(made, call, { style })).body.data.instance
    await api.database.admin((db) =>
      db.query(`update hook_deliveries set at = at - interval '3 days' where hook_id = $1`, [made.hookId]),
    )
    const params = hooks.retryDelivery.params.parse({ ...made, deliveryId: rejected?.id })
    expect((await client(hooks.retryDelivery, { params })).data).toEqual(started)
    expect(await instancesOf(made)).toHaveLength(1)
  })

  test('deletes it, and its address leads nowhere', async () => {
    const made = await makeHook(ctx, ours)
    await send(made)
    await client(hooks.removeHook, { params: hooks.removeHook.params.parse(made) })
    expect((await send(made)).status).toBe(401)
    expect(await instancesOf(made)).toHaveLength(1)
  })
})
