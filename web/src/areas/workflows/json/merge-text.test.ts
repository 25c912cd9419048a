import { Text } from '@codemirror/state'
import { templates } from '@throughline/flow/templates'
import { describe, expect, test } from 'vitest'
import { brought, lineChanges, sharing, written } from './document-text.ts'

const apply = (before: string, changes: ReturnType<typeof lineChanges>) =>
  changes.apply(Text.of(before.split('\n'))).toString()

describe('a text that others change', () => {
  test.each([
    ['a\nb\nc', 'a\nc'],
    ['a\nc', 'a\nb\nc'],
    ['a\nb', 'a\nb\nc'],
    ['a\nb\nc', 'a'],
    ['a', 'b'],
    ['', 'a\nb'],
    ['a\nb', ''],
    ['x\ny\nz\nw', 'x\nq\nz\nr\nw\nv'],
  ])('becomes theirs: %j to %j', (before, after) => {
    expect(apply(before, lineChanges(before, after))).toBe(after)
  })

  test('any document becomes any other', () => {
    const texts = templates.map((one) => JSON.stringify(one, null, 2))
    for (const before of texts.slice(0, 4))
      for (const after of texts) expect(apply(before, lineChanges(before, after))).toBe(after)
  })

  test('keeps the cursor beside a line that stays', () => {
    const before = '{\n  "a": 1,\n  "b": 2\n}'
    const changes = lineChanges(before, '{\n  "z": 0,\n  "a": 1,\n  "b": 3\n}')
    expect(changes.mapPos(before.indexOf('1'))).toBe('{\n  "z": 0,\n  "a": '.length)
  })

  test('keeps what was written here since', () => {
    const base = '{\n  "a": 1,\n  "b": 2\n}'
    const mine = lineChanges(base, '{\n  "a": 1,\n  "b": "unfin\n}')
    const { changes, shared } = brought(written(sharing(base), mine), '{\n  "z": 0,\n  "a": 1,\n  "b": 2\n}')
    const text = apply(apply(base, mine), changes)
    expect(text).toBe('{\n  "z": 0,\n  "a": 1,\n  "b": "unfin\n}')
    expect(apply(shared.text, shared.since)).toBe(text)
  })
})
