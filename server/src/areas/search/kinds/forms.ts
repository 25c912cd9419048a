import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { allowed, within } from '../filters.ts'
import { among, answerSections, type Kind, type Look, type OtherRow, section } from './kind.ts'

async function formsOf({ db, tenantId }: ReadTx, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; title: string; description: string | null; updated_at: Date }>`
    select f.id, f.title, d.content ->> 'description' as description, f.updated_at from forms f
    left join form_drafts d on d.tenant_id = ${tenantId} and d.form_id = f.id
    where f.tenant_id = ${tenantId} and f.id = any (${ids}::uuid[]) and f.deleted_at is null`.execute(db)
  return rows
}

export const formKind: Kind = {
  name: 'form',
  letter: 'f',
  group: 'more',
  types: ['form'],
  permission: 'publishing.view',
  table: 'forms',
  alias: 'f',
  changed: 'updated_at',
  read: async (tx, ids) =>
    (await formsOf(tx, ids)).map(({ id, title, description, updated_at }) => ({
      id,
      title,
      sections: section('description', description),
      changedAt: updated_at,
    })),
  conditions: ({ viewer, visible, filters }: Look) => {
    const filtered = allowed(filters, {
      is: { mine: sql`f.created_by = ${viewer.memberId}::uuid` },
      from: (ids) => sql`f.created_by = any (${ids}::uuid[])`,
      updated: (range) => within('f.updated_at', range),
    })
    return filtered && [sql<boolean>`f.deleted_at is null`, visible.ofForm('f.id'), ...filtered]
  },
  hits: async (tx, _viewer, ids) =>
    (await formsOf(tx, ids)).map(
      ({ id, title, updated_at }): OtherRow => ({
        kind: 'form',
        id,
        label: 'Form',
        name: title,
        context: '',
        path: `/form-builder/${id}`,
        updated_at: updated_at.toISOString(),
      }),
    ),
}

const responsesOf = ({ db, tenantId }: ReadTx, ids: readonly string[]) =>
  db
    .selectFrom('form_submissions as s')
    .innerJoin('forms as f', (join) => join.onRef('f.tenant_id', '=', 's.tenant_id').onRef('f.id', '=', 's.form_id'))
    .select(['s.id', 's.form_id', 's.receipt', 's.answers', 's.received_at', 'f.title'])
    .where('s.tenant_id', '=', tenantId)
    .where('f.tenant_id', '=', tenantId)
    .where('s.id', '=', among(ids))
    .where('f.deleted_at', 'is', null)
    .execute()

export const responseKind: Kind = {
  name: 'submission',
  letter: 'r',
  group: 'more',
  types: ['response'],
  permission: 'publishing.view',
  table: 'form_submissions',
  alias: 's',
  changed: 'received_at',
  read: async (tx, ids) =>
    (await responsesOf(tx, ids)).map(({ id, receipt, title, answers, received_at }) => ({
      id,
      title: `${title} ${receipt}`,
      code: receipt,
      sections: answerSections(answers),
      changedAt: received_at,
    })),
  conditions: ({ tx, visible, filters }: Look) => {
    const filtered = allowed(filters, { updated: (range) => within('s.received_at', range) })
    const isListed = sql<boolean>`exists (select from forms f where f.tenant_id = ${tx.tenantId} and f.id = s.form_id
      and f.deleted_at is null offset 0)`
    return filtered && [isListed, visible.ofForm('s.form_id'), ...filtered]
  },
  hits: async (tx, _viewer, ids) =>
    (await responsesOf(tx, ids)).map(
      ({ id, form_id, receipt, title, received_at }): OtherRow => ({
        kind: 'response',
        id,
        label: 'Response',
        name: `${title} ${receipt}`,
        context: title,
        path: `/forms/${form_id}/submissions?response=${id}`,
        updated_at: received_at.toISOString(),
      }),
    ),
}
