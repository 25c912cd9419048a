import { expect, test } from 'vitest'
import { spec } from '../documents.texts.ts'
import { document } from '../testing/open-files.tsx'
import { daysOf } from './timeline.tsx'

const at = (number: number, uploaded_at: string) => document(number, `${number}.pdf`, { uploaded_at })

test('documents stand under the day of their upload in the workspace’s zone', () => {
  const now = Date.parse('2026-11-12T02:00:00Z')
  const documents = [at(4, '2026-11-12T01:00:00Z'), at(3, '2026-11-11T23:30:00Z'), at(2, '2026-11-10T12:00:00Z')]
  expect(daysOf(documents, 'UTC', now).map(({ label, documents: own }) => [label, own.length])).toEqual([
    [spec.today, 1],
    [spec.yesterday, 1],
    ['Nov 10, 2026', 1],
  ])
  expect(daysOf(documents, 'America/New_York', now).map(({ label, documents: own }) => [label, own.length])).toEqual([
    [spec.today, 2],
    [spec.yesterday, 1],
  ])
})
