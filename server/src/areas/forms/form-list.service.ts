import type { Made, Query } from '@throughline/contracts/endpoint'
import type { listForms } from '@throughline/contracts/forms'
import type { Context } from '../../core/context.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { type Visibility, visibleTo } from '../workflows/workflows.public.ts'
import { countForms, type FormPosition, foldText, type ScannedForm, scanForms } from './form-list.queries.ts'
import { rowsOf } from './form-wire.ts'

const SORT = 'forms'
/** So many are read at a time, and in all, for one page, which may then be short. */
const CHUNK_SIZE = 200
const MAX_SCANNED = 2_000
const MAX_COUNTED = 5_000

type FormListQuery = Query<typeof listForms>

/** Whether a word of the title begins like this; both are folded. */
function hasWord(title: string, beginning: string): boolean {
  for (let at = title.indexOf(beginning); at !== -1; at = title.indexOf(beginning, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]$/u.test(title.slice(0, at))) return true
  }
  return false
}

function wantedOf({ status, workflow, search }: FormListQuery, folded: string, visible: Visibility) {
  const seesWorkflow = !workflow || visible.canSee(workflow)
  return (form: ScannedForm): boolean =>
    visible.canSeeForm(form.id) &&
    (status === 'all' || status === 'trash' || status === form.status) &&
    seesWorkflow &&
    form.starts &&
    (!search || hasWord(form.title_key, folded))
}

/** Reads on until the page is full, nothing is left, or enough was looked at. */
async function pageOfForms(
  { db, tenantId }: ReadTx,
  query: FormListQuery,
  wanted: (form: ScannedForm) => boolean,
  start: FormPosition | undefined,
): Promise<{ ids: string[]; end: FormPosition | undefined }> {
  const scan = { filter: query.status, sort: query.sort, workflow: query.workflow }
  const found: ScannedForm[] = []
  let after = start
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += CHUNK_SIZE) {
    const read = await scanForms(db, tenantId, scan, after, CHUNK_SIZE)
    found.push(...read.filter(wanted))
    if (found.length > query.limit) {
      const page = found.slice(0, query.limit)
      return { ids: page.map(({ id }) => id), end: page.at(-1) }
    }
    if (read.length < CHUNK_SIZE) return { ids: found.map(({ id }) => id), end: undefined }
    after = read.at(-1)
  }
  return { ids: found.map(({ id }) => id), end: after }
}

export const formsPage = (ctx: Context, viewer: Viewer, query: FormListQuery): Promise<Made<typeof listForms>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { status, sort, workflow, search = '' } = query
    const cursors = cursorsOf(ctx, tx.tenantId, SORT, { status, sort, workflow: workflow ?? null, search })
    const visible = await visibleTo(tx, viewer)
    const folded = search ? await foldText(tx.db, search) : ''
    const wanted = wantedOf(query, folded, visible)
    const page = await pageOfForms(tx, query, wanted, cursors.decodePosition(query.cursor))
    return {
      status,
      data: await rowsOf(tx, viewer, page.ids),
      counts: await countForms(tx.db, tx.tenantId, visible, MAX_COUNTED),
      pagination: { next_cursor: page.end ? cursors.encode([page.end.key, page.end.id]) : null },
    }
  })
