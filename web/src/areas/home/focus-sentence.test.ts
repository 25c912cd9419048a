import { expect, test } from 'vitest'
import { focusSentence } from './focus-sentence.ts'

const none = { pending: 0, in_progress: 0, review: 0, overdue: 0, due_today: 0, queue: 0, started: 0 }

test.each([
  [{ overdue: 2, due_today: 3 }, '2 items are overdue and 3 are due today.'],
  [{ overdue: 1, due_today: 1 }, '1 item is overdue and 1 is due today.'],
  [{ overdue: 1000 }, '1,000+ items are overdue.'],
  [{ due_today: 1 }, '1 item is due today.'],
  [{ pending: 4 }, 'Nothing is overdue or due today.'],
  [{ queue: 1 }, 'Nothing is assigned to you. 1 item is waiting in your queues.'],
  [{ queue: 5 }, 'Nothing is assigned to you. 5 items are waiting in your queues.'],
  [{}, 'Nothing needs your attention.'],
])('%o: %s', (some, sentence) => {
  expect(focusSentence({ ...none, ...some })).toBe(sentence)
})
