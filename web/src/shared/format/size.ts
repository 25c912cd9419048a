import { numberText } from './count.ts'

const UNITS = ['B', 'KB', 'MB', 'GB'] as const
const BASE = 1024

/** 96.1 KB */
export function sizeText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= BASE && unit < UNITS.length - 1) {
    size /= BASE
    unit++
  }
  const rounded = unit === 0 ? Math.round(size) : Math.round(size * 10) / 10
  return `${numberText(rounded)} ${UNITS[unit]}`
}
