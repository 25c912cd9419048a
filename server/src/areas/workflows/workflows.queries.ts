import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { print } from '@throughline/flow/compile'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { factsOf } from './outline.ts'

const rows = (db: Db, tenantId: string) =>
  db
    .selectFrom('workflows as w')
    .innerJoin('workflow_drafts as d', (join) =>
      join.onRef('d.tenant_id', '=', 'w.tenant_id').onRef('d.workflow_id', '=', 'w.id'),
    )
    .leftJoin('workflow_numbers as n', (join) =>
      join.onRef('n.tenant_id', '=', 'w.tenant_id').onRef('n.workflow_id', '=', 'w.id'),
    )
    .where('w.tenant_id', '=', tenantId)

const COLUMNS = [
  'w.id',
  'w.name',
  'w.description',
  'w.prefix',
  'w.type',
  'w.status',
  'w.category',
  'w.step_types',
  'w.step_count',
  'w.current_version',
  'w.visibility',
  'w.created_at',
  'w.created_by',
  'w.saved_at',
  'w.deleted_at',
  'd.changes as draft_changes',
  'n.last_instance_number',
] as const

/** As cards show them; in no order. */
export const workflowRows = (db: Db, tenantId: string, ids: readonly string[]) =>
  rows(db, tenantId).select(COLUMNS).where('w.id', '=', sql<string>`any (${ids}::uuid[])`).execute()
export type WorkflowRow = Awaited<ReturnType<typeof workflowRows>>[number]

/** Nobody else changes this workflow until the commit. `whole` also keeps instances from starting. */
export const lockWorkflow = async (db: Db, tenantId: string, id: string, state: 'live' | 'trashed', whole = false) => {
  const query = db
    .selectFrom('workflows')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', state === 'live' ? 'is' : 'is not', null)
  const locked = await (whole ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst()
  return locked !== undefined
}

export async function isLive(db: Db, tenantId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('workflows')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** With its draft and the document of its current version. */
export const findWorkflow = (db: Db, tenantId: string, id: string, state: 'live' | 'trashed' = 'live') =>
  rows(db, tenantId)
    .leftJoin('workflow_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'w.tenant_id')
        .onRef('v.workflow_id', '=', 'w.id')
        .onRef('v.number', '=', 'w.current_version'),
    )
    .select(COLUMNS)
    .select(['d.version', 'd.based_on', 'd.document', 'd.authors', 'd.recent', 'd.errors', 'd.warnings'])
    .select(['d.updated_at', 'd.updated_by', 'v.document as published'])
    .where('w.id', '=', id)
    .where('w.deleted_at', state === 'live' ? 'is' : 'is not', null)
    .executeTakeFirst()
export type StoredWorkflow = NonNullable<Awaited<ReturnType<typeof findWorkflow>>>

type Facts = ReturnType<typeof factsOf> & { prefix: string }

export async function insertWorkflow(
  db: Db,
  tenantId: string,
  row: Facts & { created_by: string; visibility: string },
): Promise<string> {
  const made = await db
    .insertInto('workflows')
    .values({ tenant_id: tenantId, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

type RowChange = Partial<Facts> & { current_version?: number; saved?: boolean; status?: string }

export async function changeWorkflow(db: Db, tenantId: string, id: string, { saved, ...change }: RowChange) {
  await db
    .updateTable('workflows')
    .set({ ...change, ...(saved ? { saved_at: sql`now()` } : {}), updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** The column sorts by bytes, and knows no letters but a to z. */
const lettered = (at: RawBuilder<unknown>) => sql`substr(w.name_key, ${at}, 1) collate pg_c_utf8 ~ '[[:alnum:]]'`

/** The name from each of its words on, and the prefix, as a search folds what is typed. */
export async function writeWords(db: Db, tenantId: string, id: string): Promise<void> {
  await db.deleteFrom('workflow_words').where('tenant_id', '=', tenantId).where('workflow_id', '=', id).execute()
  await sql`insert into workflow_words (tenant_id, workflow_id, word_key)
    select w.tenant_id, w.id, left(k.word, 40) from workflows w, lateral (
      select w.prefix_key as word
      union
      (select substr(w.name_key, n) from generate_series(1, length(w.name_key)) n
      where ${lettered(sql`n`)} and (n = 1 or not ${lettered(sql`n - 1`)})
      order by n limit 16)) k
    where w.tenant_id = ${tenantId} and w.id = ${id} and k.word <> ''
    on conflict do nothing`.execute(db)
}

/** Its own, or of its instances. */
export async function hasFiles(db: Db, tenantId: string, id: string): Promise<boolean> {
  const file = db.selectFrom('documents').select('id').where('tenant_id', '=', tenantId).where('workflow_id', '=', id)
  return (await file.limit(1).executeTakeFirst()) !== undefined
}

/** Those that belong to it alone keep its name; others keep that of their instance. */
export async function sortFilesByName(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update documents d set entity_key = w.name_key from workflows w
    where w.tenant_id = ${tenantId} and w.id = ${id} and d.tenant_id = ${tenantId} and d.workflow_id = ${id}
      and d.instance_id is null and d.entity_key is distinct from w.name_key`.execute(db)
}

export interface DraftChange {
  document?: FlowDoc
  based_on?: number
  version?: number
  authors?: object
  recent?: object
  changes?: number
  errors?: number
  warnings?: number
  updated_by?: string
}

const storedOf = ({ document, authors, recent, ...plain }: DraftChange) => ({
  ...plain,
  ...(document ? { document: print(document) } : {}),
  ...(authors ? { authors: JSON.stringify(authors) } : {}),
  ...(recent ? { recent: JSON.stringify(recent) } : {}),
})

export async function insertDraft(
  db: Db,
  tenantId: string,
  workflowId: string,
  draft: DraftChange & { document: FlowDoc },
) {
  await db
    .insertInto('workflow_drafts')
    .values({ tenant_id: tenantId, workflow_id: workflowId, ...storedOf(draft), document: print(draft.document) })
    .execute()
}

export async function changeDraftRow(db: Db, tenantId: string, workflowId: string, change: DraftChange) {
  await db
    .updateTable('workflow_drafts')
    .set({ ...storedOf(change), ...(change.version ? { updated_at: sql`now()` } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('workflow_id', '=', workflowId)
    .execute()
}
