import { getSubscription } from '@throughline/contracts/billing'
import type { Mount } from '../../core/http/call.ts'
import { subscription } from './billing.service.ts'

export const billingRoutes = (on: Mount) => {
  on(getSubscription, ({ ctx, viewer }) => subscription(ctx, viewer))
}
