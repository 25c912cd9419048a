import { expect, test } from 'vitest'
import type { FlowDoc } from '../document.ts'
import { condition, manual, tool, workflow } from '../testing/make.ts'
import { validate } from './validate.ts'

const list = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n))
const figure = (name: string) => ({ name, type: 'number' as const, label: 'Figure', required: true })
const long = (letter: string, n: number) => letter.repeat(60) + String(n).padStart(4, '0')

/** Within the sizes that are accepted, each of them so that some check has much to do. */
const documents: Record<string, () => FlowDoc> = {
  'conditions that read what is set later': () =>
    workflow(
      'sequential',
      manual('first', ['c0']),
      ...list(490, (n) =>
        condition(`c${n}`, [], [n < 489 ? `c${n + 1}` : 'last'], {
          branches: list(8, (k) => ({ when: `vars.figure > ${n}.${k}`, next: ['last'] })),
        }),
      ),
      manual('last', [], { fields: [figure('figure')] }),
    ),
  'targets that are like many ids and none of them': () =>
    workflow(
      'parallel',
      manual('first'),
      ...list(499, (n) =>
        manual(
          long('a', n),
          list(6, (k) => long('a', 5000 + n * 6 + k)),
        ),
      ),
    ),
  'variables that are like many others and none of them': () =>
    workflow(
      'sequential',
      manual('first'),
      ...list(20, (k) =>
        manual(`m${k}`, [], {
          fields: list(100, (n) => ({
            ...figure(long('a', k * 100 + n)),
            show_if: `vars.${long('a', 5000 + k * 100 + n)} > 1.0`,
          })),
        }),
      ),
    ),
  'steps that lead round and round, each to six others': () =>
    workflow(
      'parallel',
      manual('first', ['t0'], { fields: [figure('figure')] }),
      ...list(250, (n) =>
        tool(
          `t${n}`,
          list(6, (k) => `t${(n * 7 + k * 83 + 1) % 250}`),
          { input: { prompt: '{{vars.figure}} {{vars.later}}' } },
        ),
      ),
    ),
  'a text of many expressions that read what is set later': () =>
    workflow(
      'sequential',
      tool('write', ['ask'], { input: { prompt: list(16_000, (n) => `{{vars.figure * ${n}.0}}`).join(' ') } }),
      manual('ask', [], { fields: [figure('figure')] }),
    ),
}

test.each(Object.entries(documents))('%s: checked within four seconds', (_, make) => {
  const doc = make()
  expect(JSON.stringify(doc).length).toBeLessThan(512 * 1024)
  const began = performance.now()
  expect(validate(doc).length).toBeGreaterThan(1000)
  expect(performance.now() - began).toBeLessThan(4000)
})

test('a document of too many steps is not looked at any further', () => {
  const doc = workflow('parallel', manual('first'), ...list(500, (n) => manual(`m${n}`, ['nowhere'])))
  expect(validate(doc).map(({ code }) => code)).toEqual(['too_big'])
})
