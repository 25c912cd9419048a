import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { removeDocument } from '@throughline/contracts/document-acts'
import { beginUpload } from '@throughline/contracts/document-uploads'
import { Document, getStorage } from '@throughline/contracts/documents'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { purgeDocuments } from '../../src/areas/documents/purge-documents.ts'
import { inTenant } from '../../src/core/db/in-tenant.ts'
import { createPools } from '../../src/core/db/pools.ts'
import { createMaintenanceActivities } from '../../src/core/jobs/maintenance.activities.ts'
import { announce } from '../../src/core/storage/blobs.queries.ts'
import { createTestApi } from '../api.ts'
import { createDesk } from '../documents-desk.ts'
import { ENGINE_AWAY } from '../queued-mails.ts'
import { ownBucket } from '../storage/own-bucket.ts'
import { createWorld } from '../world.ts'

const { config, objects, drop } = await ownBucket()
const api = await createTestApi({ ...ENGINE_AWAY, S3_BUCKET: config.S3_BUCKET })
const { ctx, database } = api
const world = await createWorld(api)
const { ours, actors } = world
const desk = createDesk(api, world)
const { client } = actors.member
afterAll(async () => {
  desk.close()
  await pools.end()
  await api.close()
  await drop()
})

const DAYS = 86_400_000
const pools = createPools(ctx.config, 'worker', () => undefined)
const worker = { ...ctx, pools }
/** What the Schedules do, on a day when all of this is older than they wait for. */
const activities = createMaintenanceActivities({
  ctx: worker,
  purgeTenant: (scope) => purgeDocuments(worker, desk.storage, scope),
  purgeQuarantine: (olderThan, held) => desk.storage.purgeQuarantine(new Date(olderThan.getTime() + 2 * DAYS), held),
})
const purgeTrash = async () => {
  for (const tenantId of await activities.tenantsWithOldTrash()) await activities.purgeTenantTrash(tenantId)
}

async function add(content: string, name: string) {
  const { body } = await desk.send('/v1/documents/', desk.formOf('files', content, name))
  const [made] = z.parse(z.array(Document), body)
  if (!made) throw new Error('nothing was made')
  return made.id
}
const keyOf = (content: string) =>
  desk.storage.keyOf({ sha256: createHash('sha256').update(content).digest('hex') }, ours.tenantId)
const admin = (text: string, values: unknown[] = []) => database.admin((db) => db.query(text, values))
const keyInQuarantine = async (id: string) =>
  z.parse(
    z.tuple([z.object({ key: z.string() })]),
    (await admin('select quarantine_key as key from document_versions where document_id = $1', [id])).rows,
  )[0].key

test('quarantine: what nobody names goes, what waits for the scanner or for its rest stays', async () => {
  const waiting = await keyInQuarantine(await add('Waits', 'waits.txt'))
  await client(beginUpload, { body: { name: 'large.bin', size: 20_000_000 } })
  const abandoned = `quarantine/${randomUUID()}`
  await objects.put(abandoned, Readable.from([Buffer.from('left behind')]))
  const parts = await desk.storage.parts.begin()
  await activities.purgeQuarantine()
  expect(await objects.exists(waiting)).toBe(true)
  expect(await objects.exists(abandoned)).toBe(false)
  expect(await desk.storage.parts.arrived(parts), 'parts that nobody names').toBeUndefined()
  const uploads = await admin('select object_key as "objectKey", multipart_id as "multipartId" from uploads')
  expect(await desk.storage.parts.arrived(uploads.rows[0])).toEqual([])
})

test('purge-trash: documents after 30 days, contents 7 days after their last reference, uploads after 7', async () => {
  const [both, one] = ['In two documents', 'In one document']
  const kept = await add(both, 'kept.txt')
  const [again, alone] = [await add(both, 'again.txt'), await add(one, 'alone.txt')]
  for (const id of [kept, again, alone]) expect(await desk.process(id)).toBe(true)
  const lost = 'Copied by a process that died'
  const blob = { sha256: createHash('sha256').update(lost).digest(), bytes: 29, media_type: 'text/plain' }
  await inTenant(ctx, ours, ({ db, tenantId }) => announce(db, tenantId, { ...blob, object_key: keyOf(lost) }))
  await objects.put(keyOf(lost), Readable.from([Buffer.from(lost)]))
  const { used: before } = await client(getStorage)
  for (const documentId of [again, alone]) await client(removeDocument, { params: { documentId } })

  await purgeTrash()
  expect((await admin('select from documents where id = any ($1)', [[again, alone]])).rowCount, 'younger').toBe(2)

  await admin(`update documents set deleted_at = now() - interval '31 days' where deleted_at is not null`)
  await admin(`update uploads set expires_at = now() - interval '1 minute'`)
  await purgeTrash()
  expect((await admin('select from documents where id = any ($1)', [[again, alone]])).rowCount).toBe(0)
  expect((await admin('select from uploads')).rowCount).toBe(0)
  expect(before - (await client(getStorage)).used).toBe(both.length + one.length)
  expect(await Promise.all([both, one, lost].map((content) => objects.exists(keyOf(content))))).toEqual([
    true,
    true,
    true,
  ])

  await admin(`update blobs set unreferenced_since = now() - interval '8 days' where unreferenced_since is not null`)
  await purgeTrash()
  expect(await Promise.all([both, one, lost].map((content) => objects.exists(keyOf(content))))).toEqual([
    true,
    false,
    false,
  ])
  const left = await admin(`select ref_count from blobs where tenant_id = $1`, [ours.tenantId])
  expect(left.rows).toEqual([{ ref_count: 1 }])
})

const count = async (table: string) =>
  z.parse(z.tuple([z.object({ n: z.number() })]), (await admin(`select count(*)::int as n from ${table}`)).rows)[0].n

test('sweep: nonces, given-up duties and feedback go when their time has come, in bites, and no sooner', async () => {
  await admin('truncate outbox_dead, feedback, provider_nonces')
  await admin(`insert into provider_nonces (hash, expires_at)
    select sha256(n::text::bytea), now() - n * interval '10 hours' from generate_series(1, 4) n`)
  await admin(`insert into outbox_dead (id, aggregate_id, topic, payload, attempts, created_at, died_at)
    select n, uuidv7(), 'workflow.start', '{}', 20, now(), now() - case when n <= 2500 then interval '31 days' else interval '29 days' end
    from generate_series(1, 2503) n`)
  for (const [age, resolved] of [
    ['13 months', true],
    ['11 months', true],
    ['13 months', false],
    ['25 months', false],
  ])
    await admin(
      `insert into feedback (id, tenant_id, person_id, feedback_type, resolved) values (uuidv7(interval '-${age}'), $1, $2, 'other', $3)`,
      [ours.tenantId, actors.member.user.id, resolved],
    )
  expect(await activities.sweepBite()).toBe(2_000 + 2 + 2)
  expect([await count('outbox_dead'), await count('provider_nonces'), await count('feedback')]).toEqual([503, 2, 2])
  expect(await activities.sweepBite()).toBe(500)
  expect(await activities.sweepBite()).toBe(0)
  expect(await count('outbox_dead')).toBe(3)
})

test('event-partitions: months older than a year are dropped, all others and those to come are there', async () => {
  const months = async () =>
    z
      .parse(
        z.array(z.object({ name: z.string() })),
        (
          await admin(
            `select relname as name from pg_class where relname ~ '^events_[0-9]{4}' and relkind = 'r' order by 1`,
          )
        ).rows,
      )
      .map(({ name }) => name)
  const before = await months()
  const made = await Promise.all(
    [12, 13, 14].map(async (ago) => {
      const month = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '${ago} months'`
      const { rows } = await admin(`select 'events_' || to_char(${month}, 'YYYY_MM') as name,
        app.uuid_floor(${month}) as low, app.uuid_floor(${month} + interval '1 month') as high`)
      const { name, low, high } = z.parse(
        z.tuple([z.object({ name: z.string(), low: z.string(), high: z.string() })]),
        rows,
      )[0]
      await admin(`create table ${name} partition of events for values from ('${low}') to ('${high}')`)
      await admin(
        `insert into events (tenant_id, id, type, entity_kind, entity_id) values ($1, $2, 'a', 'b', uuidv7())`,
        [ours.tenantId, low],
      )
      await admin(`alter table ${name} owner to tl_owner`)
      return name
    }),
  )
  await activities.ensureEventPartitions()
  expect(await months()).toEqual([made[0], ...before])
  await activities.ensureEventPartitions()
  expect(await months()).toEqual([made[0], ...before])
})
