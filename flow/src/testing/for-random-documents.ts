import * as fc from 'fast-check'
import type { FlowDoc } from '../document.ts'
import { casesOf } from './cases.ts'
import { documents } from './documents.ts'

/** Holds one thing against many random workflows; their share of all random cases is 500 of 4,000. */
export function forRandomDocuments(check: (doc: FlowDoc) => void) {
  fc.assert(fc.property(documents, check), { numRuns: casesOf(0.125) })
}
