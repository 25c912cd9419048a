import type { FeedbackType } from '@throughline/contracts/feedback'
import { catalogue } from '../../ui/catalogue.ts'

const types: Record<FeedbackType, string> = {
  bug_report: 'Bug report',
  feature_request: 'Feature request',
  general_request: 'General request',
  other: 'Other',
}

export const texts = catalogue({
  title: 'Feedback',
  heading: 'Tell us how it’s going',
  note: 'Answer any questions you like. We read everything.',
  questions: {
    rating: 'How do you like Throughline overall?',
    ease_of_use: 'How easy is it to use?',
    recommendation: 'How likely are you to recommend it?',
    usefulness: 'How useful is it for your work?',
  },
  type: 'Type of feedback',
  types,
  feedback: 'Your feedback',
  feedbackHint: 'What happened, or what would help you?',
  tooLong: 'Use at most 5,000 characters',
  send: 'Send feedback',
  failed: 'Your feedback couldn’t be sent',
  failedNote: 'Your answers are still here. Send them again in a moment.',
  thanks: 'Thank you for your feedback',
  thanksNote: 'We read every response.',
  sendMore: 'Send more',
})
