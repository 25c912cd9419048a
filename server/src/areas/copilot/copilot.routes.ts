import { draftByCopilot, explainStep } from '@throughline/contracts/copilot'
import * as models from '@throughline/contracts/models'
import type { Mount } from '../../core/http/call.ts'
import { loadTenantKey } from '../../core/keys/tenant-key.ts'
import { draftWorkflow } from './copilot.service.ts'
import { explainFailure } from './explanations/explain.service.ts'
import type { AskModel } from './models/model-call.ts'
import { allModels, chooseDrafting, endModel, storeModel, tryModel } from './models/models.service.ts'
import { proposeChanges } from './proposals/propose.service.ts'

export const copilotRoutes = (askModel: AskModel) => (on: Mount) => {
  on(
    draftByCopilot,
    ({ ctx, viewer, body: { workflow_id, ...rest } }) =>
      workflow_id === undefined
        ? draftWorkflow(ctx, viewer, rest.query, askModel)
        : proposeChanges(ctx, viewer, { ...rest, workflow_id }, askModel),
    { once: 'never' },
  )
  on(explainStep, ({ ctx, viewer, body }) => explainFailure(ctx, viewer, body, askModel), { once: 'never' })

  on(models.listModels, ({ ctx, viewer }) => allModels(ctx, viewer))
  on(models.connectModel, ({ ctx, viewer, body }) => storeModel(ctx, viewer, body), { before: loadTenantKey })
  on(models.chooseModel, ({ ctx, viewer, body }) => chooseDrafting(ctx, viewer, body.model_id))
  on(models.testModel, ({ ctx, viewer, params }) => tryModel(ctx, viewer, params.modelId, askModel), { once: 'never' })
  on(models.disconnectModel, ({ ctx, viewer, params }) => endModel(ctx, viewer, params.modelId))
}
