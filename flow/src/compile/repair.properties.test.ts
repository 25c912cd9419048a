import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../testing/cases.ts'
import { documents } from '../testing/documents.ts'
import { repair } from './repair.ts'
import { validate } from './validate.ts'

test('every repair of a random workflow removes the problem it is offered for', () => {
  let tried = 0
  fc.assert(
    fc.property(documents, (doc) => {
      for (const { code, step, path, text, repairs } of validate(doc))
        for (const offer of repairs) {
          tried += 1
          const left = validate(repair(doc, offer)).filter(
            (one) => one.code === code && one.step === step && one.path === path,
          )
          expect(
            left.filter((one) => one.text === text),
            `${code}: ${offer.label}`,
          ).toEqual([])
        }
    }),
    { numRuns: casesOf(0.03) },
  )
  expect(tried).toBeGreaterThan(casesOf(0.01))
}, 120_000)
