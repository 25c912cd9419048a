import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { templates } from '@throughline/flow/templates'
import { describe, expect, test } from 'vitest'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { type Offer, workflowCompletion } from './completion.ts'

const invoice = templates.find(({ id }) => id === 'invoice-approval') ?? templates[0]
if (!invoice) throw new Error('there are no templates')
const drawing = drawingOf(invoice, namesOf({ people: [], teams: [], workflows: [] }))

/** The place of the cursor is written as |. */
function offered(text: string): Offer[] {
  const pos = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [json()] })
  const result = workflowCompletion(() => drawing)(new CompletionContext(state, pos, true))
  return [...(result?.options ?? [])]
}
const labels = (text: string) => offered(text).map(({ label }) => label)

describe('completion', () => {
  test('offers the keys of the document that are not there yet', () => {
    const found = labels('{ "name": "x", "|" }')
    expect(found).toContain('start_step')
    expect(found).not.toContain('name')
  })

  test('offers the keys of a step by its type, also where the type comes later', () => {
    const keys = labels('{ "steps": { "a": { "|", "type": "approval" } } }')
    expect(keys).toContain('approvers')
    expect(keys).not.toContain('fields')
    expect(labels('{ "steps": { "a": { "type": "manual", "|" } } }')).toContain('fields')
    expect(labels('{ "steps": { "a": { "due": { "|" } } } }')).toEqual(expect.arrayContaining(['in', 'date', 'from']))
  })

  test('offers the values that are named', () => {
    expect(labels('{ "type": "|" }')).toEqual(['sequential', 'parallel'])
    expect(labels('{ "steps": { "a": { "type": "ma|" } } }')[0]).toBe('manual')
    expect(labels('{ "steps": { "a": { "type": "manual", "fields": [{ "type": "cur|" }] } } }')[0]).toBe('currency')
    expect(labels('{ "steps": { "a": { "type": "manual", "fields": [{ "required": | }] } } }')).toEqual([
      'true',
      'false',
    ])
  })

  test('offers steps where a step is meant, in a text that is not closed, and says which lead back', () => {
    const found = offered('{ "steps": { "lead": { "type": "approval",\n "next": ["pa|\n "rule": "first" } } }')
    expect(found[0]).toMatchObject({ label: 'pay', detail: 'Pay and file', of: 'manual' })
    const every = offered('{ "steps": { "lead": { "next": ["|"] } } }')
    expect(every.map(({ label }) => label)).not.toContain('lead')
    expect(every.find(({ label }) => label === 'enter')?.note).toBe('1, leads back')
    expect(labels('{ "start_step": "|" }')).toContain('enter')
    expect(labels('{ "steps": { "s": { "branches": [{ "when": "x", "next": ["|"] }] } } }')).toContain('board')
  })

  test('offers nothing where nothing is named', () => {
    expect(labels('{ "name": "|" }')).toEqual([])
    expect(labels('{ "name": "x" | }')).toEqual([])
  })
})
