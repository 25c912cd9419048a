import { growthCases, treeOf } from '../../../flow/src/testing/growth.ts'

/** Of a text field of several lines. */
export const LONGEST_ANSWER = 20_000

/** A form asks for no lists and knows no days: cases that read them cannot be its conditions. */
const readsTexts = (text: string) => !/vars\.(texts|table|json|day)|rounds/.test(text)

const conditions = (count: number, seed: number): string[] =>
  growthCases(count * 8, seed)
    .filter((one) => 'tree' in one && readsTexts(one.text))
    .map(({ text }) => `size([${text}]) > 0`)
    .filter((text) => treeOf(text))
    .slice(0, count)

/** A workflow whose start form shows its fields by conditions that try to grow. */
export const growingForm = (pair: number, count: number, seed: number) => ({
  name: 'Grows',
  prefix: `GROW${pair}`,
  type: 'sequential',
  metadata: { version: '1.0', category: 'Operations' },
  start_step: 'end',
  start_fields: [
    { name: 's', type: 'text', label: 'Short', required: true, variable: 's' },
    { name: 'long', type: 'textarea', label: 'Long', required: true, variable: 'long' },
    ...conditions(count, seed + pair).map((show_if, n) => ({
      name: `f${n}`,
      type: 'text',
      label: `Field ${n}`,
      variable: `f${n}`,
      show_if,
    })),
  ],
  steps: { end: { id: 'end', type: 'manual', name: 'End', next: [], fields: [], assignee: { starter: true } } },
})
