import { draftByCopilot } from '@throughline/contracts/copilot'
import type { Mount } from '../../core/http/call.ts'
import { draftWorkflow } from './copilot.service.ts'

export const copilotRoutes = (on: Mount) => {
  on(draftByCopilot, ({ ctx, viewer, body }) => draftWorkflow(ctx, viewer, body.query), { once: 'never' })
}
