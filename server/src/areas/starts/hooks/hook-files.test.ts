import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { listDeliveries, MAX_HOOK_FILES } from '@throughline/contracts/hooks'
import { traceInstance } from '@throughline/contracts/instance-acts'
import { Json } from '@throughline/contracts/json'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { INTAKE_WORKFLOW } from '../../../../test/forms.ts'
import { makeHook } from '../../../../test/hooks.ts'
import { HOSTILE_ADDRESSES, resolveHostile } from '../../../../test/hostile/addresses.ts'
import { listen } from '../../../../test/listen.ts'
import { makeWorkflow } from '../../../../test/running-world.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import { createStorage } from '../../../core/storage/storage.ts'
import { startHeldOne } from '../held-starts.activities.ts'
import { deliver } from './deliver.ts'
import { createHookFileActivities, type HookFiles } from './fetch-hook-files.activities.ts'
import { addressesIn } from './hook-files.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.owner
const storage = createStorage(ctx.config)
const workflowId = await makeWorkflow(ctx, ours, INTAKE_WORKFLOW)
const BIG = 26 * 1_048_576

/** Serves what its path names. */
const files = createHttpServer((request, response) => {
  const path = new URL(request.url ?? '', 'http://here').pathname
  if (path === '/missing.pdf') response.writeHead(404).end()
  else if (path === '/away.pdf') response.writeHead(503).end()
  else if (path === '/big.bin') response.writeHead(200).end(Buffer.alloc(BIG))
  else if (path === '/inside.pdf') response.writeHead(302, { location: `http://127.0.0.1:${canaryPort}/` }).end()
  else response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n')
})
let hits = 0
const canary = createServer((socket) => {
  hits++
  socket.destroy()
})
let canaryPort = 0
let origin = ''

beforeAll(async () => {
  canaryPort = await listen(canary, '::')
  origin = `http://127.0.0.1:${await listen(files)}`
})
afterAll(() => {
  files.close()
  canary.close()
  storage.close()
})

const activities = () =>
  createHookFileActivities(ctx, storage, createEgress({ trustedOrigins: [origin], resolve: resolveHostile }))

/** A call whose body names these addresses, as far as its instance has started. */
async function called(
  attachments: unknown,
  filesPath = '$.attachments',
  known?: Awaited<ReturnType<typeof makeHook>>,
  id: string = crypto.randomUUID(),
) {
  const hook = known ?? (await makeHook(ctx, ours, { workflowId, mapping: { company: '$.company' }, filesPath }))
  const body = Buffer.from(JSON.stringify({ company: 'Quayside', attachments }))
  const call = { headers: { 'content-type': 'application/json', 'webhook-id': id }, body }
  const delivered = await deliver(ctx, { tenantId: ours.tenantId, hookId: hook.hookId, call, began: 0 })
  const { rows } = await api.database.admin((db) =>
    db.query<{ args: HookFiles }>(
      `select payload -> 'args' as args from outbox where payload ->> 'workflow' = 'fetchHookFiles'
         and payload -> 'args' ->> 'hookId' = $1 order by id desc limit 1`,
      [hook.hookId],
    ),
  )
  const instanceId = delivered && 'instanceId' in delivered ? delivered.instanceId : ''
  return { hook, args: rows[0]?.args, instanceId }
}

async function filesOf(params: { workflowId: string; hookId: string }) {
  const of = listDeliveries.params.parse(params)
  return (await client(listDeliveries, { params: of, query: {} })).data[0]?.files
}

async function problemsOf(instanceId: string) {
  const params = traceInstance.params.parse({ instanceId })
  const { data } = await client(traceInstance, { params, query: { filter: 'errors' } })
  return data.flatMap(({ entries }) => entries.flatMap(({ problems = [] }) => problems))
}

async function fetchAll(args: HookFiles | undefined) {
  const { fetchHookFile, hookFilesReady } = activities()
  if (!args) throw new Error('nothing is to be fetched')
  expect(await hookFilesReady(args)).toBe('ready')
  for (let at = 0; at < args.count; at++) await fetchHookFile(args, at)
}

test('files become those of the instance, in quarantine, and what can’t be fetched is read in delivery and trace', async () => {
  const { hook, args, instanceId } = await called([
    { url: `${origin}/order.pdf?token=secret`, name: '../Order 7.pdf' },
    `${origin}/missing.pdf`,
    `${origin}/big.bin`,
    { url: `${origin}/inside.pdf` },
    'https://10.0.0.8/private.pdf',
  ])
  await fetchAll(args)
  // Again, as after a crash: nothing is added.
  await fetchAll(args)
  const found = await filesOf(hook)
  expect(found?.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['Order 7.pdf', 'kept', null],
    ['missing.pdf', 'failed', 'The server answered with 404.'],
    ['big.bin', 'failed', 'It’s larger than a file of a call can be.'],
    ['inside.pdf', 'failed', 'Its address can’t be used. Only https addresses of the public internet are fetched.'],
    ['private.pdf', 'failed', 'Its address isn’t on the public internet.'],
  ])
  const { rows } = await api.database.admin((db) =>
    db.query('select name, state, uploaded_by from documents where instance_id = $1', [instanceId]),
  )
  expect(rows).toEqual([{ name: 'Order 7.pdf', state: 'quarantined', uploaded_by: null }])
  const problems = await problemsOf(instanceId)
  expect(problems).toHaveLength(4)
  expect(problems).toContain('missing.pdf from 127.0.0.1 wasn’t fetched: The server answered with 404.')
  expect(JSON.stringify([found, problems])).not.toContain('secret')
  expect(hits).toBe(0)
})

test('a server that is away is tried again, and its end is seen', async () => {
  const { hook, args } = await called(`${origin}/away.pdf`)
  if (!args) throw new Error('nothing is to be fetched')
  const { fetchHookFile, giveUpHookFile } = activities()
  await expect(fetchHookFile(args, 0)).rejects.toThrow('503')
  expect(await filesOf(hook)).toMatchObject([{ state: 'waiting' }])
  await giveUpHookFile(args, 0, 'Its server couldn’t be reached, or didn’t answer in time.')
  expect(await filesOf(hook)).toMatchObject([{ state: 'failed' }])
})

test('a call that is held and repeated is fetched once, after its start', async () => {
  const held = await makeWorkflow(ctx, ours, INTAKE_WORKFLOW)
  const setStatus = (status: string) =>
    api.database.admin((db) => db.query('update workflows set status = $2 where id = $1', [held, status]))
  await setStatus('archived')
  const spec = { workflowId: held, mapping: { company: '$.company' }, filesPath: '$.attachments' }
  const hook = await makeHook(ctx, ours, spec)
  const id = crypto.randomUUID()
  const calls = [await called(`${origin}/order.pdf`, '', hook, id), await called(`${origin}/order.pdf`, '', hook, id)]
  expect(calls[1]?.args?.deliveryId).toBe(calls[0]?.args?.deliveryId)
  const args = calls[0]?.args
  if (!args) throw new Error('nothing is to be fetched')
  const { hookFilesReady, fetchHookFile } = activities()
  expect(await hookFilesReady(args)).toBe('waiting')
  await setStatus('active')
  const { rows } = await api.database.admin((db) =>
    db.query<{ id: string }>('select id from held_starts where trigger_id = $1', [hook.hookId]),
  )
  await inTenant(ctx, ours, (tx) => startHeldOne(tx, rows[0]?.id ?? ''))
  expect(await hookFilesReady(args)).toBe('ready')
  await fetchHookFile(args, 0)
  const documents = await api.database.admin((db) =>
    db.query('select d.name from documents d where d.workflow_id = $1', [held]),
  )
  expect(documents.rows).toEqual([{ name: 'order.pdf' }])
})

test('a repeat fetches nothing, nor does a webhook without a path', async () => {
  expect((await called(`${origin}/order.pdf`, '')).args).toBeUndefined()
  expect((await called([{ name: 'no address' }, 7, null])).args).toBeUndefined()
})

test('none of the hostile addresses is reached', async () => {
  const { fetchHookFile } = activities()
  const hook = await makeHook(ctx, ours, { workflowId, mapping: { company: '$.company' }, filesPath: '$.attachments' })
  const all = HOSTILE_ADDRESSES.map((address) => address.replaceAll('PORT', String(canaryPort)))
  for (let from = 0; from < all.length; from += MAX_HOOK_FILES) {
    const { args } = await called(all.slice(from, from + MAX_HOOK_FILES), '$.attachments', hook)
    if (!args) throw new Error('nothing is to be fetched')
    for (let at = 0; at < args.count; at++) await fetchHookFile(args, at)
    for (const file of (await filesOf(hook)) ?? []) expect(file).toMatchObject({ state: 'failed', bytes: null })
  }
  expect(hits).toBe(0)
})

test.each<[unknown, string[]]>([
  ['https://a.example/x%20y.pdf?sig=1', ['x y.pdf']],
  [
    ['https://a.example/', { url: 'https://a.example/b', name: 'B.pdf' }],
    ['file', 'B.pdf'],
  ],
  [Array.from({ length: 30 }, (_, n) => `https://a.example/${n}`), Array.from({ length: 10 }, (_, n) => String(n))],
  [{ url: 'https://a.example/%E0%A4%A' }, ['%E0%A4%A']],
  [[['https://a.example/x']], []],
  [5, []],
])('of %j the files are %j', (content, names) => {
  expect(addressesIn({ at: z.parse(Json, content) }, '$.at').map(({ name }) => name)).toEqual(names)
})
