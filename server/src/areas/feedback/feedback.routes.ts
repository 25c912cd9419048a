import { sendFeedback } from '@throughline/contracts/feedback'
import type { Mount } from '../../core/http/call.ts'
import { keepFeedback } from './feedback.service.ts'

export const feedbackRoutes = (on: Mount) => {
  on(sendFeedback, ({ ctx, viewer, body }) => keepFeedback(ctx, viewer, body))
}
