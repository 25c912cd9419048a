import { readConfig } from '../../../server/src/core/config.ts'
import { createObjectStore } from '../../../server/src/core/storage/object-store.ts'
import { listStored } from '../../../server/test/storage/own-bucket.ts'
import type { Installation } from '../crash/installation.ts'
import { contentOf, hashOf } from '../files/crash/tickets.ts'
import { FILES, filesOf, type Story } from './run.ts'

export interface Verdict {
  stored: number
  instances: number
  documents: number
  broken: string[]
}

interface Row {
  name: string
  state: string
  hash: string | null
}

/** With dash, as people are told it. */
const SHOWN = `substr(receipt, 1, 4) || '-' || substr(receipt, 5)`

/** Rows and objects after everything has ended and the cleaning has run. */
export async function judge({ database, environment }: Installation, { sent, world }: Story): Promise<Verdict> {
  const query = async <T extends object>(text: string) => (await database.admin((admin) => admin.query<T>(text))).rows
  const stored = await query<{ key: string; receipt: string }>(
    `select idem_key as key, ${SHOWN} as receipt from form_submissions`,
  )
  const [counts] = await query<
    Record<'instances' | 'starts' | 'counted' | 'outbox' | 'uploads' | 'miscounted', number>
  >(`
    select (select count(*)::int from instances where source = 'form') as instances,
      (select count(*)::int from submission_starts where state = 'started') as starts,
      (select coalesce(sum(n), 0)::int from counters where name = 'form.submissions' and key = '${world.formId}') as counted,
      (select count(*)::int from outbox) + (select count(*)::int from outbox_dead) as outbox,
      (select count(*)::int from uploads) as uploads,
      (select count(*)::int from blobs b where ref_count <> (select count(*) from document_versions v
        where v.tenant_id = b.tenant_id and v.blob_sha256 = b.sha256) + (select count(*) from document_versions v
        where v.tenant_id = b.tenant_id and v.thumbnail_sha256 = b.sha256)) as miscounted`)
  const documents = await query<Row>(
    `select d.name, d.state, encode(v.blob_sha256, 'hex') as hash from documents d
     join document_versions v on v.tenant_id = d.tenant_id and v.document_id = d.id and v.number = d.current_version`,
  )
  const objects = createObjectStore(readConfig(environment))
  const lying = await listStored(objects)
  objects.close()
  const blobs = new Set(
    (await query<{ object_key: string }>('select object_key from blobs')).map((one) => one.object_key),
  )
  const receiptOf = new Map(stored.map(({ key, receipt }) => [key, receipt]))
  const byName = Map.groupBy(documents, ({ name }) => name)
  const isWhole = (file: ReturnType<typeof filesOf>[number]) => {
    const same = byName.get(file.name) ?? []
    return same.length === 2 && same.every(({ state, hash }) => state === 'clean' && hash === hashOf(contentOf(file)))
  }
  const expected = sent.length
  const off = (n: number | undefined, wanted: number) => Math.abs((n ?? 0) - wanted)
  const checks: [string, number][] = [
    ['responses refused', sent.filter(({ refusals }) => refusals.length > 0).length],
    ['responses lost or stored twice', off(stored.length, expected)],
    [
      'receipts that differ',
      sent.filter(({ ticket, receipts }) => receipts.some((one) => one !== receiptOf.get(ticket))).length,
    ],
    ['instances missing or too many', off(counts?.instances, 2 * expected)],
    ['starts missing or too many', off(counts?.starts, 2 * expected)],
    ['responses counted wrong', off(counts?.counted, expected)],
    [
      'files not whole, or not each twice',
      sent.flatMap(({ ticket }) => filesOf(ticket)).filter((file) => !isWhole(file)).length,
    ],
    ['documents too many', documents.length - 2 * FILES * expected],
    ['duties left', counts?.outbox ?? 0],
    ['uploads left', (counts?.uploads ?? 0) + lying.uploads.length],
    ['objects that nothing knows', lying.objects.filter((key) => !blobs.has(key)).length],
    ['contents miscounted', counts?.miscounted ?? 0],
  ]
  const broken = checks.filter(([, n]) => n !== 0).map(([what, n]) => `${what}: ${n}`)
  return { stored: stored.length, instances: counts?.instances ?? 0, documents: documents.length, broken }
}
