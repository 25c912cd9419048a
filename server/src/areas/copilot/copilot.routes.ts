import { draftByCopilot } from '@throughline/contracts/copilot'
import * as models from '@throughline/contracts/models'
import type { Mount } from '../../core/http/call.ts'
import { loadTenantKey } from '../../core/keys/tenant-key.ts'
import { draftWorkflow } from './copilot.service.ts'
import type { AskModel } from './models/model-call.ts'
import { allModels, chooseDrafting, endModel, storeModel, tryModel } from './models/models.service.ts'

export const copilotRoutes = (askModel: AskModel) => (on: Mount) => {
  on(draftByCopilot, ({ ctx, viewer, body }) => draftWorkflow(ctx, viewer, body.query), { once: 'never' })

  on(models.listModels, ({ ctx, viewer }) => allModels(ctx, viewer))
  on(models.connectModel, ({ ctx, viewer, body }) => storeModel(ctx, viewer, body), { before: loadTenantKey })
  on(models.chooseModel, ({ ctx, viewer, body }) => chooseDrafting(ctx, viewer, body.model_id))
  on(models.testModel, ({ ctx, viewer, params }) => tryModel(ctx, viewer, params.modelId, askModel), { once: 'never' })
  on(models.disconnectModel, ({ ctx, viewer, params }) => endModel(ctx, viewer, params.modelId))
}
