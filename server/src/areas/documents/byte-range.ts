import { AppError } from '../../core/errors.ts'

export interface WholeRange {
  start: number
  end: number
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** One range, as far as the file goes; several at once, or another unit, are answered with the whole file. */
export function rangeOf(header: string | undefined, size: number): WholeRange | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start > end || (from === '' && Number(to) === 0)) {
    throw new AppError(416, 'range_not_satisfiable', 'The file doesn’t have that part')
  }
  return { start, end }
}
