import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { ScheduleOverlapPolicy } from '@temporalio/client'
import * as hooks from '@throughline/contracts/hooks'
import { afterAll, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { plainHistory } from '../../../test/engine/plain-history.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeHook } from '../../../test/hooks.ts'
import { listen } from '../../../test/listen.ts'
import { DAILY, makeSchedule } from '../../../test/schedules.ts'
import { useSmallWorker } from '../../../test/small-worker.ts'
import { removeSchedules } from '../../../test/worker.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { createWorld } from '../../../test/world.ts'
import { createEgress } from '../../core/egress/egress.ts'
import { createPayloadCodec } from '../../core/keys/payload-codec.ts'
import { createStorage } from '../../core/storage/storage.ts'
import { createLogger } from '../../core/telemetry/logger.ts'
import { createTemporal } from '../../core/temporal/client.ts'
import { createHookFileActivities } from './hooks/fetch-hook-files.activities.ts'
import { signedHeaders } from './hooks/signatures.ts'
import { createEngineSchedules } from './schedules/engine-schedules.ts'
import { createScheduleActivities } from './schedules/schedule.activities.ts'

const api = await createTestApi()
const { database, app } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.member
const { config, keyring } = api.ctx

let logged = ''
const log = createLogger({ LOG_LEVEL: 'debug' }, 'worker', { write: (line) => void (logged += line) })
const ctx = { ...workerContext(api.ctx), log }
const storage = createStorage(config)

/** Has one file; for others it is away. */
const server = createServer((request, response) =>
  request.url?.startsWith('/order.pdf') ? response.end('%PDF-1.4\n') : response.writeHead(503).end(),
)
const origin = `http://127.0.0.1:${await listen(server)}`
const { fetchHookFile, ...files } = createHookFileActivities(ctx, storage, createEgress({ trustedOrigins: [origin] }))
const temporal = createTemporal(config, keyring)
const engine = createEngineSchedules(temporal.client, config.TEMPORAL_TASK_QUEUE)
const activities = { ...files, ...createScheduleActivities(ctx, engine) }
const { taskQueue } = useSmallWorker({ config, log, activities, calls: { fetchHookFile } })
afterAll(async () => {
  server.close()
  storage.close()
  await removeSchedules(database.name)
  await temporal.close()
  await api.close()
})

const codec = createPayloadCodec(keyring)
/** As whoever has the keys of the installation reads it. */
async function historyOf(workflowId: string): Promise<string> {
  const history = await plainHistory(codec, await temporal.client.workflow.getHandle(workflowId).fetchHistory())
  return history.replaceAll(/"data":"([^"]*)"/g, (_, data: string) => Buffer.from(data, 'base64').toString())
}

test('files of a call are fetched without a word of their addresses or the secret in log and history', async () => {
  const token = randomBytes(16).toString('hex')
  const { workflowId, hookId, secret } = await makeHook(api.ctx, ours, { filesPath: '$.files' })
  const names = ['order.pdf', 'away.pdf']
  const payload = JSON.stringify({
    supplier: { name: 'Quayside' },
    files: names.map((name) => `${origin}/${name}?token=${token}`),
  })
  const signed = signedHeaders('standard', secret, Buffer.from(payload), { id: randomUUID() })
  const headers = { host: new URL(config.APP_ORIGIN).host, 'content-type': 'application/json', ...signed }
  const answer = await app.inject({ method: 'POST', url: `/v1/hooks/${hookId}/`, headers, payload })
  expect(answer.statusCode).toBe(202)
  const params = hooks.listDeliveries.params.parse({ workflowId, hookId })
  const deliveryId = await eventually(async () => {
    const [delivery] = (await client(hooks.listDeliveries, { params, query: {} })).data
    expect(delivery?.files.map(({ state }) => state)).toEqual(['kept', 'waiting'])
    // The server that is away was asked once, and will be again.
    expect(logged).toContain('Activity failed')
    return delivery?.id
  })
  const run = `hook-files:${ours.tenantId}:${deliveryId}`
  const history = await historyOf(run)
  await temporal.client.workflow.getHandle(run).terminate()
  expect(history).toContain(hookId)
  for (const text of [history, logged])
    for (const one of [token, secret.slice(6), 'away.pdf']) expect(text).not.toContain(one)
})

test('a run of a schedule leaves nothing of what it starts with in log and history', async () => {
  const company = randomBytes(16).toString('hex')
  const nominal = Math.floor((Date.now() - 3_600_000) / 60_000) * 60_000
  const rule = { ...DAILY, times: [new Date(nominal).toISOString().slice(11, 16)] }
  const since = new Date(nominal - 60_000)
  const { scheduleId } = await makeSchedule(api.ctx, ours, { rule, since, fixed: { company }, title: company })
  const { tenantId } = ours
  await engine.put({ tenantId, scheduleId }, [nominal])
  const schedule = temporal.client.schedule.getHandle(`${taskQueue}:schedule:${tenantId}:${scheduleId}`)
  const range = { start: since, end: new Date(nominal + 60_000), overlap: ScheduleOverlapPolicy.ALLOW_ALL }
  await schedule.backfill(range)
  await eventually(async () => {
    const { rows } = await database.admin((db) =>
      db.query<{ state: string }>('select state from schedule_firings where schedule_id = $1', [scheduleId]),
    )
    expect(rows).toEqual([{ state: 'late' }])
  })
  const [ran] = (await schedule.describe()).info.recentActions
  const history = await historyOf(ran?.action.workflow.workflowId ?? '')
  expect(history).toContain(scheduleId)
  for (const text of [history, logged]) expect(text).not.toContain(company)
})
