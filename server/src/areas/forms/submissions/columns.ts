import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { RecentlyUsed } from '../../../core/recently-used.ts'

interface StoredColumn {
  id: string
  label: string
  type: string
  multiple: boolean
  number: number
  place: number
}

/** Of the last so many versions: what nobody has seen for longer has no column. */
const MOST_VERSIONS = 100

async function readColumns(db: Db, tenantId: string, formId: string, last: number): Promise<StoredColumn[]> {
  const { rows } = await sql<StoredColumn>`
    select distinct on (f.value ->> 'name') f.value ->> 'name' as id, f.value ->> 'label' as label, f.value ->> 'type' as type,
      coalesce((f.value -> 'multiple')::boolean, false) as multiple, v.number, f.ordinality::int as place
    from (select number, compiled from form_versions
      where tenant_id = ${tenantId} and form_id = ${formId} and number between ${last - MOST_VERSIONS + 1} and ${last}) v
    cross join lateral jsonb_array_elements(v.compiled -> 'fields') with ordinality f
    order by f.value ->> 'name', v.number desc`.execute(db)
  return rows
}

async function lastVersion(db: Db, tenantId: string, formId: string): Promise<number> {
  const form = await db
    .selectFrom('forms')
    .select('last_version')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', formId)
    .executeTakeFirst()
  return form?.last_version ?? 0
}

const kept = new RecentlyUsed<readonly StoredColumn[]>(500)

/** Every field of the versions, in the words of the last that has it. Versions never change: each new one is read once. */
async function storedColumns({ db, tenantId }: ReadTx, formId: string): Promise<readonly StoredColumn[]> {
  const last = await lastVersion(db, tenantId, formId)
  const key = `${tenantId}:${formId}:${last}`
  return kept.get(key) ?? kept.add(key, await readColumns(db, tenantId, formId, last))
}

/** Those of the latest version in its order; fields it no longer has come behind them. */
export async function columnsWire(tx: ReadTx, formId: string) {
  const columns = await storedColumns(tx, formId)
  const latest = columns.reduce((most, { number }) => Math.max(most, number), 0)
  return columns
    .toSorted((a, b) => b.number - a.number || a.place - b.place)
    .map(({ id, label, type, multiple, number }) => ({
      id,
      label,
      type: multiple ? 'choices' : type,
      removed: number !== latest,
    }))
}
