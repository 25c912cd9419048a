import type { FormElement } from '@throughline/contracts/form-content'
import { expect, test } from 'vitest'
import type { Content } from './content.ts'
import { mergeContent } from './merge.ts'

const text = (id: string, label: string, more: Partial<FormElement> = {}): FormElement => ({
  id,
  type: 'textbox',
  label,
  ...more,
})
const content = (elements: readonly FormElement[], more: Partial<Content> = {}): Content => ({
  title: 'Intake',
  description: '',
  elements,
  settings: { submitButtonText: 'Submit' },
  banner: null,
  ...more,
})
const labels = ({ elements }: Content) => elements.map(({ label }) => label)

const base = content([text('txt-1', 'Name'), text('txt-2', 'Company'), text('txt-3', 'City')])

test('what each side did at another place is all there', () => {
  const mine = content([text('txt-1', 'Your name'), ...base.elements.slice(1), text('txt-4', 'Phone')])
  const theirs = content([text('txt-1', 'Name', { required: true }), text('txt-3', 'City')], { title: 'Client intake' })
  const { content: merged, conflicts } = mergeContent(base, mine, theirs)
  expect(conflicts).toEqual([])
  expect(merged.title).toBe('Client intake')
  expect(merged.elements).toEqual([
    text('txt-1', 'Your name', { required: true }),
    text('txt-3', 'City'),
    text('txt-4', 'Phone'),
  ])
})

test('both added something under the same id: neither is lost, and conditions follow', () => {
  const mine = content([
    ...base.elements,
    text('txt-4', 'Phone'),
    text('txt-5', 'Best time', { show_if: 'vars.txt_4 != ""' }),
  ])
  const theirs = content([...base.elements, text('txt-4', 'Email')])
  const { content: merged, conflicts } = mergeContent(base, mine, theirs)
  expect(conflicts).toEqual([])
  expect(labels(merged)).toEqual(['Name', 'Company', 'City', 'Phone', 'Best time', 'Email'])
  expect(new Set(merged.elements.map(({ id }) => id)).size).toBe(6)
  const phone = merged.elements.find(({ label }) => label === 'Phone')
  expect(merged.elements.find(({ label }) => label === 'Best time')?.show_if).toBe(
    `vars.${phone?.id.replace('-', '_')} != ""`,
  )
})

test('the same place changed by both asks, and the answer counts', () => {
  const mine = content([text('txt-1', 'Your name'), ...base.elements.slice(1)])
  const theirs = content([text('txt-1', 'Full name'), ...base.elements.slice(1)])
  const { conflicts, content: usual } = mergeContent(base, mine, theirs)
  expect(conflicts).toMatchObject([{ key: 'txt-1.label', base: 'Name', mine: 'Your name', theirs: 'Full name' }])
  expect(labels(usual)[0]).toBe('Your name')
  expect(labels(mergeContent(base, mine, theirs, { 'txt-1.label': 'theirs' }).content)[0]).toBe('Full name')
})

test('what one side deleted and the other changed stays until somebody says otherwise', () => {
  const mine = content(base.elements.slice(1))
  const theirs = content([text('txt-1', 'Full name'), ...base.elements.slice(1)])
  const { conflicts, content: merged } = mergeContent(base, mine, theirs)
  expect(conflicts).toMatchObject([{ key: 'txt-1' }])
  expect(labels(merged)).toContain('Full name')
  expect(labels(mergeContent(base, mine, theirs, { 'txt-1': 'mine' }).content)).not.toContain('Full name')
})

test('what one side moved stays moved, with what the other added behind its neighbour', () => {
  const [name, company, city] = base.elements
  if (!name || !company || !city) throw new Error('the sample has three')
  const mine = content([city, name, company])
  const theirs = content([name, text('txt-4', 'Phone'), company, city])
  expect(labels(mergeContent(base, mine, theirs).content)).toEqual(['City', 'Name', 'Phone', 'Company'])
})
