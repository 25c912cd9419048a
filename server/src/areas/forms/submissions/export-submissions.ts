import type { Made } from '@throughline/contracts/endpoint'
import {
  type listSubmissions,
  requestSubmissionExport,
  SubmissionExportFilter,
} from '@throughline/contracts/form-submissions'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { ActingMember } from '../../../core/http/viewer.ts'
import type { ListExport } from '../../exports/exports.public.ts'
import { requireVisibleForm } from '../opened.ts'
import { columnsWire } from './columns.ts'
import { submissionRows } from './submission-list.service.ts'
import { countSubmissionRows } from './submissions.queries.ts'

type Row = Made<typeof listSubmissions>['data'][number]
type Value = Row['answers'][string]

const FIRST = { receipt: 'Receipt', received: 'Received', status: 'Status', started: 'Started' }
const STATES: Record<Row['state'], string> = {
  received: 'Received',
  running: 'Running',
  finished: 'Finished',
  not_started: 'Not started',
  held: 'Held',
}

function cellOf(value: Value | undefined): unknown {
  if (Array.isArray(value)) return value.map(String).join('; ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** A column for each field of all versions, headed by its label and its id: ids stay when labels change. */
const columns = (ctx: Context, viewer: ActingMember, { form }: SubmissionExportFilter) =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleForm(tx, viewer, form)
    const fields = await columnsWire(tx, form)
    return { ...FIRST, ...Object.fromEntries(fields.map(({ id, label }) => [`field:${id}`, `${label} (${id})`])) }
  })

const cellsOf = ({ receipt, received_at, state, starts, answers }: Row): Record<string, unknown> => ({
  receipt,
  received: received_at,
  status: STATES[state],
  started: starts.flatMap(({ instance }) => instance?.key ?? []).join('; '),
  ...Object.fromEntries(Object.entries(answers).map(([id, value]) => [`field:${id}`, cellOf(value)])),
})

export const submissionExport: ListExport<SubmissionExportFilter, Row> = {
  name: 'responses',
  title: 'Responses',
  permission: requestSubmissionExport.access,
  filter: SubmissionExportFilter,
  columns,
  count: (ctx, viewer, { form, ...wanted }, most) =>
    readTenant(ctx, viewer, async (tx) => {
      await requireVisibleForm(tx, viewer, form)
      // A search reads few rows, or so many that a job is right for it.
      return countSubmissionRows(tx.db, tx.tenantId, form, wanted, most + 1)
    }),
  page: (ctx, viewer, { form, ...asked }, at) => submissionRows(ctx, viewer, form, { ...asked, ...at }),
  cellsOf,
}
