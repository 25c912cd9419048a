import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { trace } from '@opentelemetry/api'
import { NodeSDK, tracing } from '@opentelemetry/sdk-node'
import { temporal as proto } from '@temporalio/proto'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { renderQueued } from '../../src/areas/auth/mails/render-queued.ts'
import { purgeTeams } from '../../src/areas/org/purge-teams.ts'
import { createSignHeadsActivities } from '../../src/core/audit/sign-heads.activities.ts'
import type { Context } from '../../src/core/context.ts'
import { inIdentity } from '../../src/core/db/in-identity.ts'
import { createRelayPool } from '../../src/core/db/in-relay.ts'
import { createPools } from '../../src/core/db/pools.ts'
import { createErasureActivities } from '../../src/core/erasure/erase-workspaces.activities.ts'
import { createMaintenanceActivities } from '../../src/core/jobs/maintenance.activities.ts'
import { ensureSchedules } from '../../src/core/jobs/schedules.ts'
import { createSendMailActivities } from '../../src/core/jobs/send-mail.activities.ts'
import { createKeyring } from '../../src/core/keys/keyring.ts'
import { createMailer, type OutgoingMail } from '../../src/core/mail/mailer.ts'
import { messageIdOf } from '../../src/core/mail/message-id.ts'
import { queueMail } from '../../src/core/mail/queue-mail.ts'
import { createSend } from '../../src/core/outbox/envelope.ts'
import { createRelay } from '../../src/core/outbox/relay.ts'
import { createStorage } from '../../src/core/storage/storage.ts'
import { createTemporal } from '../../src/core/temporal/client.ts'
import { createWorkerRunner } from '../../src/core/temporal/run-worker.ts'
import { testConfig } from '../config.ts'
import { createTestDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'

const spans = new tracing.InMemorySpanExporter()
const sdk = new NodeSDK({
  spanProcessors: [new tracing.SimpleSpanProcessor(spans)],
  sampler: new tracing.AlwaysOnSampler(),
  metricReaders: [],
  logRecordProcessors: [],
})
sdk.start()

const database = await createTestDatabase()
const config = testConfig(database.name)
const log = pino({ level: 'silent' })
const keyring = createKeyring(config)
const pools = createPools(config, 'worker', () => undefined)
const relayPool = createRelayPool(config, () => undefined)
const temporal = createTemporal(config, keyring)
const mailer = createMailer(config)
const storage = createStorage(config)
// Everything goes by the outbox and the relay: the long way, on which nothing may be readable.
const ctx: Context = {
  config,
  log,
  pools,
  keyring,
  publish: () => undefined,
  dispatch: () => undefined,
}

/** Mails whose delivery is reported as failed although they were taken over: what a kill at the wrong moment does. */
const forgotten = new Set<string>()
const forgetful = {
  close: mailer.close,
  send: async (mail: OutgoingMail) => {
    await mailer.send(mail)
    if (forgotten.delete(mail.to)) throw new Error('the worker died before it could say so')
  },
}

const relay = createRelay(relayPool, createSend(temporal), log)
const runner = createWorkerRunner({
  config,
  keyring,
  log,
  code: { module: join(import.meta.dirname, '../../src/main/workflows.ts') },
  activities: {
    ...createSendMailActivities(ctx, forgetful, renderQueued),
    ...createSignHeadsActivities(ctx, storage.records),
    ...createErasureActivities({ ctx, storage, engine: temporal.client }),
    ...createMaintenanceActivities({
      ctx,
      purgeTenant: (scope) => purgeTeams(ctx, scope),
      purgeQuarantine: storage.purgeQuarantine,
    }),
  },
})
runner.run()
relay.run()
await eventually(() => expect(runner.running()).toBe(true), 60_000)

afterAll(async () => {
  await relay.stop()
  await runner.stop()
  mailer.close()
  storage.close()
  await Promise.all([pools.end(), relayPool.end(), temporal.close(), sdk.shutdown()])
  await database.drop()
})

interface Caught {
  messageId: string
  text: string
}

async function caught(to: string): Promise<Caught[]> {
  const answer = await fetch(`${process.env.MAIL_CATCHER_URL}/api/messages?to=${encodeURIComponent(to)}`)
  const list: Caught[] = JSON.parse(await answer.text())
  return list
}

describe('a queued mail', () => {
  const queue = async (to: string, link: string) => {
    await inIdentity(ctx, undefined, async (tx) =>
      queueMail(ctx, tx, to, { kind: 'registration', link, expires_hours: 24 }),
    )
    const row = await database.admin((admin) =>
      admin.query<{ payload: string; aggregate_id: string }>(
        'select payload::text as payload, aggregate_id from outbox order by id desc limit 1',
      ),
    )
    return { mailId: row.rows[0]?.aggregate_id ?? '', payload: row.rows[0]?.payload ?? '' }
  }

  test('arrives in the trace it was asked for in, and can be read on its way by nobody', async () => {
    const to = `${randomUUID()}@example.test`
    const link = `${config.APP_ORIGIN}/signup/${randomUUID()}`
    const { queued, traceId } = await trace.getTracer('test').startActiveSpan('request', async (span) => {
      const queued = await queue(to, link)
      span.end()
      return { queued, traceId: span.spanContext().traceId }
    })
    await eventually(async () => expect(await caught(to)).toHaveLength(1))
    const [mail] = await caught(to)
    expect(mail?.text).toContain(link)
    expect(mail?.messageId).toBe(messageIdOf(config, queued.mailId))

    const handle = temporal.client.workflow.getHandle(`mail:${queued.mailId}`)
    await handle.result()
    const history = Buffer.from(proto.api.history.v1.History.encode(await handle.fetchHistory()).finish())
    expect(history.length).toBeGreaterThan(500)
    for (const secret of [to, link]) {
      expect(queued.payload).not.toContain(secret)
      expect(history.includes(secret)).toBe(false)
    }

    const own = spans.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId)
    const names = new Set(own.map((span) => span.name))
    expect([...names]).toEqual(
      expect.arrayContaining(['request', 'transaction', 'outbox send', 'activity deliverMail']),
    )
  }, 30_000)

  test('that is sent twice, since its worker died in between, is the same mail', async () => {
    const to = `${randomUUID()}@example.test`
    forgotten.add(to)
    const { mailId } = await queue(to, `${config.APP_ORIGIN}/signup/x`)
    await eventually(async () => expect(await caught(to)).toHaveLength(2))
    expect(new Set((await caught(to)).map((mail) => mail.messageId))).toEqual(new Set([messageIdOf(config, mailId)]))
  }, 30_000)
})

describe('schedules', () => {
  const names = ['sweep', 'purge-trash', 'erase-workspaces', 'event-partitions', 'quarantine', 'sign-audit-heads']
  const handles = names.map((name) => temporal.client.schedule.getHandle(`${config.TEMPORAL_TASK_QUEUE}:${name}`))

  afterAll(() => Promise.all(handles.map((handle) => handle.delete())))

  test('are made once however often the worker starts, and do what they are for', async () => {
    await ensureSchedules(temporal.client, config.TEMPORAL_TASK_QUEUE)
    await ensureSchedules(temporal.client, config.TEMPORAL_TASK_QUEUE)
    await database.admin(async (admin) => {
      await admin.query(`insert into verification_strings (hash, purpose, email, expires_at)
        select sha256(n::text::bytea), 'sign_up', 'a@b.test', now() - interval '8 days' from generate_series(1, 2500) n`)
      await admin.query(`insert into teams (tenant_id, name, deleted_at)
        select uuidv7(), 'old', now() - interval '31 days' from generate_series(1, 3)`)
      await admin.query(`insert into teams (tenant_id, name, deleted_at) values (uuidv7(), 'young', now())`)
      await admin.query(`insert into audit_heads (tenant_id, seq, hash)
        select uuidv7(), n, sha256('x') from generate_series(1, 3) n`)
      await admin.query(`with closed as (
          insert into tenants (kind, name, status) values ('personal', 'closed', 'closed') returning id)
        insert into clients (tenant_id, name) select id, 'theirs' from closed`)
      await admin.query(`do $$ begin execute format('drop table events_%s',
        to_char(now() at time zone 'UTC' + interval '3 months', 'YYYY_MM')); end $$`)
    })
    await Promise.all(handles.map((handle) => handle.trigger()))
    await eventually(
      async () => {
        const runs = await Promise.all(handles.map((handle) => handle.describe()))
        const recent = runs.flatMap(({ info }) => info.recentActions.map(({ action }) => action.workflow.workflowId))
        expect(recent).toHaveLength(names.length)
        for (const workflowId of recent) await temporal.client.workflow.getHandle(workflowId).result()
      },
      20_000,
      250,
    )
    const left = await database.admin((admin) =>
      admin.query(`select (select count(*)::int from verification_strings) as strings,
        (select string_agg(name, ',') from teams) as teams,
        (select count(*)::int from clients) as clients,
        (select count(*)::int from tenants where status = 'closed' and erased_at is not null) as erased,
        (select count(*)::int from audit_heads where signed_seq = seq and signed_at is not null) as signed,
        to_regclass('events_' || to_char(now() at time zone 'UTC' + interval '3 months', 'YYYY_MM')) is not null as partition`),
    )
    expect(left.rows).toEqual([{ strings: 0, teams: 'young', clients: 0, erased: 1, signed: 3, partition: true }])
  }, 40_000)
})
