import type { WorkflowId } from '@throughline/contracts/ids'
import { print } from '@throughline/flow/compile'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { cleanFileName } from '../../core/storage/file-name.ts'
import { openWorkflow } from './opened.ts'

/** As headers spell a name with letters beyond ASCII. */
function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\w .()-]/g, '')
    .trim()
  return `attachment; filename="${plain || 'workflow.json'}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}

/** The document that is worked on, as a file without the id of its record. */
export async function exportDocument(ctx: Context, viewer: Viewer, id: WorkflowId, reply: FastifyReply) {
  const { draft, row } = await readTenant(ctx, viewer, (tx) => openWorkflow(tx, viewer, id))
  const name = cleanFileName(`${row.prefix}-${row.name}`.replaceAll(/[/\\]/g, '-'))
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('content-disposition', attachment(`${name}.json`))
  return print(draft)
}
