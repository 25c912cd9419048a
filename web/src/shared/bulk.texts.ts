import { catalogue } from '../ui/catalogue.ts'
import { counted } from './format/count.ts'
import { listText } from './format/list-text.ts'

/** What became of each, where not all of it was done. */
export const texts = catalogue({
  someOf: (done: number, all: string) => `${done} of ${all}`,
  note: (refused: number, unknown: number) =>
    `${listText([
      ...(refused === 0 ? [] : [counted(refused, 'wasn’t done', 'weren’t done')]),
      ...(unknown === 0 ? [] : [counted(unknown, 'has no result yet', 'have no result yet')]),
    ])}.`,
  results: 'Results',
  result: { done: 'Done', refused: 'Not done', unknown: 'Unknown' },
  /** Where nobody said why. */
  refused: 'This wasn’t done.',
  unknown: 'The server didn’t respond. It’s safe to retry.',
  again: (unknown: number) => `Retry ${unknown}`,
  close: 'Done',
})
