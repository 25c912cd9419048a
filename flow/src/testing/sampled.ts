import * as fc from 'fast-check'
import type { FlowDoc } from '../document.ts'
import { documents } from './documents.ts'

/** Random workflows for those who hold something against many of them; the same seed gives the same ones. */
export function sampledDocuments(count: number, seed: number): FlowDoc[] {
  return fc.sample(documents, { numRuns: count, seed })
}
