import type { WorkflowId } from '@throughline/contracts/ids'
import * as drafts from '@throughline/contracts/workflow-drafts'
import * as workflows from '@throughline/contracts/workflows'
import { print } from '@throughline/flow/compile'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Mount } from '../../core/http/call.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { attachment, cleanFileName } from '../../core/storage/file-name.ts'
import { limitWorkflow } from './access.service.ts'
import { dropDraft, keepDraft, makeVersion } from './drafts.service.ts'
import { openWorkflow } from './opened.ts'
import { binWorkflow, purgeOne, setStatus, unbinWorkflow } from './trash.service.ts'
import { readVersion, restoreVersion, versionsPage } from './versions.service.ts'
import { workflowsPage } from './workflow-list.service.ts'
import { copyWorkflow, keepWorkflow, makeWorkflow, readWorkflow } from './workflows.service.ts'

export const workflowRoutes = (on: Mount) => {
  on(workflows.listWorkflows, ({ ctx, viewer, query }) => workflowsPage(ctx, viewer, query))
  on(workflows.getWorkflow, ({ ctx, viewer, params }) => readWorkflow(ctx, viewer, params.workflowId))
  on(workflows.createWorkflow, async ({ ctx, viewer, body }) => makeWorkflow(ctx, viewer, body))
  on(workflows.saveWorkflow, async ({ ctx, viewer, params, body }) =>
    keepWorkflow(ctx, viewer, params.workflowId, body),
  )
  on(workflows.removeWorkflow, ({ ctx, viewer, params }) => binWorkflow(ctx, viewer, params.workflowId))
  on(workflows.restoreWorkflow, ({ ctx, viewer, params }) => unbinWorkflow(ctx, viewer, params.workflowId))
  on(workflows.purgeWorkflow, ({ ctx, viewer, params }) => purgeOne(ctx, viewer, params.workflowId))
  on(workflows.setWorkflowStatus, ({ ctx, viewer, params, body }) => setStatus(ctx, viewer, params.workflowId, body))
  on(workflows.duplicateWorkflow, ({ ctx, viewer, params, body }) => copyWorkflow(ctx, viewer, params.workflowId, body))
  on(workflows.exportWorkflow, ({ ctx, viewer, params, reply }) =>
    exportDocument(ctx, viewer, params.workflowId, reply),
  )
  on(workflows.setWorkflowAccess, ({ ctx, viewer, params, body }) =>
    limitWorkflow(ctx, viewer, params.workflowId, body),
  )
  // A document every second would be kept for a day; what was saved already is recognised by what it says.
  on(drafts.saveDraft, async ({ ctx, viewer, params, body }) => keepDraft(ctx, viewer, params.workflowId, body), {
    once: 'never',
  })
  on(drafts.discardDraft, ({ ctx, viewer, params, body }) => dropDraft(ctx, viewer, params.workflowId, body))
  on(drafts.publishWorkflow, ({ ctx, viewer, params, body }) => makeVersion(ctx, viewer, params.workflowId, body))
  on(drafts.listWorkflowVersions, ({ ctx, viewer, params, query }) =>
    versionsPage(ctx, viewer, params.workflowId, query),
  )
  on(drafts.getWorkflowVersion, ({ ctx, viewer, params }) => readVersion(ctx, viewer, params.workflowId, params.number))
  on(drafts.restoreWorkflowVersion, ({ ctx, viewer, params, body }) =>
    restoreVersion(ctx, viewer, params.workflowId, params.number, body),
  )
}

/** The document that is worked on, as a file without the id of its record. */
async function exportDocument(ctx: Context, viewer: Viewer, id: WorkflowId, reply: FastifyReply) {
  const { draft, row } = await readTenant(ctx, viewer, (tx) => openWorkflow(tx, viewer, id))
  const name = cleanFileName(`${row.prefix}-${row.name}`.replaceAll(/[/\\]/g, '-'))
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('content-disposition', attachment(`${name}.json`))
  return print(draft)
}
