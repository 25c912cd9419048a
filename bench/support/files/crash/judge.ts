import { createHash } from 'node:crypto'
import { readConfig } from '../../../../server/src/core/config.ts'
import { createObjectStore } from '../../../../server/src/core/storage/object-store.ts'
import { listStored } from '../../../../server/test/storage/own-bucket.ts'
import type { Installation } from '../../crash/installation.ts'
import type { Story } from './run.ts'
import { contentOf, hashOf } from './tickets.ts'

interface Row {
  name: string
  state: string
  object_key: string | null
  count: number
}

export interface Verdict {
  documents: number
  objects: number
  broken: string[]
}

async function hashOfObject(objects: ReturnType<typeof createObjectStore>, key: string): Promise<string> {
  const hash = createHash('sha256')
  const { stream } = await objects.get(key)
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) hash.update(chunk)
  return hash.digest('hex')
}

/** Rows and objects after everything has ended and the cleaning has run: nothing lost, nothing doubled, nothing left. */
export async function judge({ database, environment }: Installation, story: Story): Promise<Verdict> {
  const { rows } = await database.admin((admin) =>
    admin.query<Row>(`select d.name, d.state, b.object_key, d.version_count as count from documents d
      left join document_versions v on v.tenant_id = d.tenant_id and v.document_id = d.id and v.number = d.current_version
      left join blobs b on b.tenant_id = d.tenant_id and b.sha256 = v.blob_sha256`),
  )
  const counts = await database.admin((admin) =>
    admin.query<{ outbox: number; dead: number; uploads: number; miscounted: number; waiting: number }>(`select
      (select count(*)::int from outbox) as outbox, (select count(*)::int from outbox_dead) as dead,
      (select count(*)::int from uploads) as uploads,
      (select count(*)::int from document_versions where 'waiting' in (thumbnail, text)) as waiting,
      (select count(*)::int from blobs b where ref_count <> (select count(*) from document_versions v
        where v.tenant_id = b.tenant_id and v.blob_sha256 = b.sha256) + (select count(*) from document_versions v
        where v.tenant_id = b.tenant_id and v.thumbnail_sha256 = b.sha256)) as miscounted`),
  )
  const found = counts.rows[0]
  const objects = createObjectStore(readConfig(environment))
  const stored = await listStored(objects)
  const byName = Map.groupBy(rows, ({ name }) => name)
  let notWhole = 0
  for (const ticket of story.tickets) {
    const key = byName.get(ticket.name)?.[0]?.object_key
    if (key && (await hashOfObject(objects, key)) !== hashOf(contentOf(ticket))) notWhole++
  }
  objects.close()
  const acknowledged = story.acts.filter(({ ok }) => ok !== undefined)
  const known = new Set(rows.flatMap(({ object_key }) => object_key ?? []))
  const checks: [string, number][] = [
    ['acknowledged files lost', acknowledged.filter(({ subject }) => !byName.get(subject)?.[0]?.object_key).length],
    ['files not whole', notWhole],
    ['read while not whole', story.readBroken.length],
    [
      'files made twice',
      [...byName.values()].filter((same) => same.length > 1 || same.some(({ count }) => count > 1)).length,
    ],
    ['files that never became clean', rows.filter(({ state }) => state !== 'clean').length],
    ['uploads never settled', story.acts.filter(({ ok }) => ok === undefined).length],
    ['objects that nobody names', stored.objects.filter((key) => !known.has(key)).length],
    ['parts that nobody names', stored.uploads.length],
    ['kills with nothing under way', story.strikes.filter(({ underWay }) => underWay === 0).length],
    ['contents miscounted', found?.miscounted ?? 1],
    ['unfinished uploads left', found?.uploads ?? 1],
    ['left to be processed', found?.waiting ?? 1],
    ['left in the outbox', found?.outbox ?? 1],
    ['given up by the relay', found?.dead ?? 1],
  ]
  return {
    documents: rows.length,
    objects: stored.objects.length,
    broken: [
      ...checks.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`),
      ...story.acts.flatMap(({ subject, refused }) => (refused === undefined ? [] : `${subject}: ${refused}`)),
    ],
  }
}
