import type { WorkflowId } from '@throughline/contracts/ids'
import { print } from '@throughline/flow/compile'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { attachment, cleanFileName } from '../../core/storage/file-name.ts'
import { openWorkflow } from './opened.ts'

/** The document that is worked on, as a file without the id of its record. */
export async function exportDocument(ctx: Context, viewer: Viewer, id: WorkflowId, reply: FastifyReply) {
  const { draft, row } = await readTenant(ctx, viewer, (tx) => openWorkflow(tx, viewer, id))
  const name = cleanFileName(`${row.prefix}-${row.name}`.replaceAll(/[/\\]/g, '-'))
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('content-disposition', attachment(`${name}.json`))
  return print(draft)
}
