import type { Body } from '@throughline/contracts/endpoint'
import { sendFeedback } from '@throughline/contracts/feedback'
import { api } from '../../shared/api.ts'

export type Answers = Body<typeof sendFeedback>

export const send = (body: Answers) => api(sendFeedback, { body })
