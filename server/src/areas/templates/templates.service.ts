import type { Body, Query } from '@throughline/contracts/endpoint'
import type { createTemplate, listTemplates, Template } from '@throughline/contracts/templates'
import { FlowDoc } from '@throughline/contracts/workflow-document'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { countersOf } from '../../core/db/counters.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { READY_MADE_USES, readyMade, readyMadePositions } from './ready-made.ts'
import { readTemplate } from './template-input.ts'
import { comparePositions, keysOf, positionOf, rankOf } from './template-order.ts'
import { wireOf } from './template-wire.ts'
import {
  documentsOf,
  findTemplate,
  insertTemplate,
  pageOfTemplates,
  type TemplateRow,
  trashTemplate,
  untrashTemplate,
} from './templates.queries.ts'

const Uuid = z.uuid()

/** Documents are large, and a page holds as many of them as travel well together; more come with the next one. */
const MAX_BYTES = 2 * 1024 * 1024

type Own = Pick<TemplateRow, 'id' | 'category' | 'tags' | 'uses'>

const ownWire = ({ id, category, tags, uses }: Own, document: unknown): Template =>
  wireOf(FlowDoc.parse(document), { id, category, tags, uses, own: true })

/** How many of these a page can carry: all, or so many that the next would be too much. */
function carried(rows: readonly { size: number }[]): number {
  let bytes = 0
  const full = rows.findIndex(({ size }, n) => {
    bytes += size
    return n > 0 && bytes > MAX_BYTES
  })
  return full === -1 ? rows.length : full
}

/** The ready-made ones are few and stand in memory; of the workspace's own no more are read than the page shows. */
export const templatesPage = (ctx: Context, viewer: Viewer, query: Query<typeof listTemplates>) =>
  readTenant(ctx, viewer, async ({ db, tenantId }) => {
    const { sort, category, limit } = query
    const cursors = cursorsOf(ctx, tenantId, `templates.${sort}`, { category })
    const after = positionOf(cursors.decode(query.cursor))
    const uses = await countersOf(db, tenantId, READY_MADE_USES)
    const own = await pageOfTemplates(db, tenantId, sort, category, after, limit + 1)
    const both = [
      ...readyMadePositions(uses, sort, category)
        .filter(({ place }) => !after || comparePositions(place, after) > 0)
        .map((ready) => ({ ...ready, size: 0 })),
      ...own.map((row) => ({
        place: {
          rank: rankOf(sort, { uses: row.uses, stepCount: row.step_count }),
          nameKey: row.name_key ?? '',
          id: row.id,
        },
        row,
        size: row.size,
      })),
    ].toSorted((one, other) => comparePositions(one.place, other.place))
    const shown = carried(both.slice(0, limit))
    const page = pageOf(both, shown, ({ place }) => cursors.encode(keysOf(place)))
    const ids = page.data.flatMap((one) => ('row' in one ? one.row.id : []))
    const documents = await documentsOf(db, tenantId, ids)
    return {
      data: page.data.flatMap((one) => {
        if (!('row' in one)) return one.template
        const document = documents.get(one.row.id)
        // Deleted for ever since the page was read.
        return document === undefined ? [] : ownWire(one.row, document)
      }),
      pagination: { next_cursor: page.next ?? null },
    }
  })

const noSuchTemplate = () => notFound('This template')

export async function requireOwn(tx: TenantTx, id: string, trashed = false): Promise<TemplateRow> {
  const row = Uuid.safeParse(id).success ? await findTemplate(tx.db, tx.tenantId, id, trashed) : undefined
  if (!row) throw noSuchTemplate()
  return row
}

async function ownTemplate(tx: TenantTx, id: string): Promise<Template> {
  const row = await requireOwn(tx, id)
  return ownWire(row, row.document)
}

function recordAct(tx: TenantTx, act: string, id: string, name: string) {
  tx.emit({ type: act, kind: 'template', id })
  tx.audit({ act, kind: 'template', id, data: { name } })
}

export const makeTemplate = (ctx: Context, viewer: Viewer, body: Body<typeof createTemplate>) =>
  inTenant(ctx, viewer, async (tx) => {
    const template = readTemplate(body)
    const id = await insertTemplate(tx.db, tx.tenantId, viewer.memberId, template)
    recordAct(tx, 'template.added', id, template.document.name)
    return { data: await ownTemplate(tx, id) }
  })

export const binTemplate = (ctx: Context, viewer: Viewer, id: string) =>
  inTenant(ctx, viewer, async (tx) => {
    if (readyMade(id)) throw conflict('ready_made', 'Built-in templates can’t be deleted')
    const { name } = await requireOwn(tx, id)
    // Of two at the same moment one did it.
    if (!(await trashTemplate(tx.db, tx.tenantId, id, viewer.memberId))) throw noSuchTemplate()
    recordAct(tx, 'template.removed', id, name)
    return { id }
  })

export const unbinTemplate = (ctx: Context, viewer: Viewer, id: string) =>
  inTenant(ctx, viewer, async (tx) => {
    const { name } = await requireOwn(tx, id, true)
    if (!(await untrashTemplate(tx.db, tx.tenantId, id))) throw noSuchTemplate()
    recordAct(tx, 'template.restored', id, name)
    return { data: await ownTemplate(tx, id) }
  })
