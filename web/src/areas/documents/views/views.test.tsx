import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { spec } from '../documents.texts.ts'
import { document, groups, openFiles, page, STATUSES, TIMELINE } from '../testing/open-files.tsx'

const letter = document(2, 'Engagement letter.pdf', { status: 'review' })
const IN_REVIEW = 'GET /v1/documents/?status=review&sort=updated&limit=50'

test.each([
  ['timeline', TIMELINE, page([letter])],
  ['status', STATUSES, groups({ review: 1 })],
])('the view %s that does not come says so and is tried again', async (view, call, answer) => {
  const files = openFiles(`/files?view=${view}`, { [IN_REVIEW]: page([letter]), [call]: { status: 500, body: {} } })
  expect(await files.findByText(spec.failed)).toBeTruthy()
  files.server.change(call, answer)
  fireEvent.click(files.getByRole('button', { name: 'Try Again' }))
  expect(await files.findByRole('link', { name: letter.name })).toBeTruthy()
})
