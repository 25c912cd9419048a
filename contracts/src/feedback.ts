import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const FEEDBACK_TYPES = ['bug_report', 'feature_request', 'general_request', 'other'] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]

const stars = z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(5))), null)

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/v1/users/feedback/',
  summary: 'Tell what is good and what is not; nothing is required',
  access: 'signed_in',
  rate: 'write',
  status: 201,
  always_open: true,
  body: z.strictObject({
    feedback_type: z._default(z.enum(FEEDBACK_TYPES), 'general_request'),
    rating: stars,
    ease_of_use: stars,
    recommendation: stars,
    usefulness: stars,
    feedback: z._default(z.string().check(z.trim(), z.maxLength(5000)), ''),
  }),
  response: z.object({ status: z.literal('ok') }),
})
