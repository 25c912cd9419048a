import type { Readable } from 'node:stream'
import { EXPORT_TOO_LARGE } from '@throughline/contracts/exports'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { answerCsv } from '../../core/csv/csv-answer.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { AppError } from '../../core/errors.ts'
import type { ActingMember } from '../../core/http/viewer.ts'
import { numberText } from './export-texts.ts'
import { columnsOf, type ListExport, rowsOf } from './list-export.ts'

/** What a list with the same filter shows, to its end, right into the answer; too much of it is refused. */
export async function streamExport<Filter, Row>(
  ctx: Context,
  viewer: ActingMember,
  reply: FastifyReply,
  list: ListExport<Filter, Row>,
  filter: Filter,
): Promise<Readable> {
  const most = ctx.config.EXPORT_STREAM_ROWS
  if ((await list.count(ctx, viewer, filter, most)) > most)
    throw new AppError(409, EXPORT_TOO_LARGE, `This export has more than ${numberText(most)} rows`, {
      detail: 'Request it as a file, and download it when it’s ready.',
    })
  await inTenant(ctx, viewer, async (tx) =>
    tx.audit({ act: `${list.name}.exported`, kind: 'organization', id: tx.tenantId, data: {} }),
  )
  return answerCsv(
    reply,
    list.name,
    await columnsOf(list, ctx, viewer, filter),
    rowsOf(list, ctx, () => Promise.resolve(viewer), filter),
  )
}
