import { joinWaitlist } from '../src/areas/admin/waitlist.service.ts'
import { keepFeedback } from '../src/areas/feedback/feedback.service.ts'
import type { Context } from '../src/core/context.ts'
import type { Cast } from './cast.ts'

const WAITLIST = ['joanna.k@quillworks.example', 'ops@bluefern.example', 'h.tanaka@minato-foods.example']

/** What waits for staff: messages about the product, and addresses of the landing page. */
export async function seedStaff(ctx: Context, cast: Cast) {
  await keepFeedback(ctx, await cast.viewer('priya'), {
    feedback_type: 'bug_report',
    rating: 3,
    ease_of_use: 4,
    recommendation: 4,
    usefulness: 5,
    feedback:
      'When I approve from my phone on the train, the button spins after a tunnel and I can’t tell whether it counted.',
  })
  await keepFeedback(ctx, await cast.viewer('maya'), {
    feedback_type: 'feature_request',
    rating: 5,
    ease_of_use: 5,
    recommendation: 5,
    usefulness: 5,
    feedback: 'A due date two business days before an event would save us a spreadsheet.',
  })
  for (const email of WAITLIST) await joinWaitlist(ctx, { email, type: 'waitlist' })
}
